import { type Application, type Permission as CatalogueEntry, calls, limits, newPermission } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { sortIn } from '../../../blocks/read-address.ts';
import { say } from '../../../blocks/say.tsx';
import { useRefresh } from '../../../blocks/use-action.ts';
import { countText, useList } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { type FormSchema, useForm } from '../../../ui/form.ts';
import { FormPanel } from '../../../ui/form-panel.tsx';
import { KeyRoundIcon } from '../../../ui/icon.tsx';
import { PlusIcon, UploadIcon } from '../../../ui/icons.tsx';
import { Progress } from '../../../ui/meter.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Split } from '../../../ui/panel.tsx';
import { asProblem } from '../../../ui/problem.ts';
import { reasons } from '../../../ui/reasons/shown.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { Tools } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table-model.ts';
import { TextArea } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Permission } from '../../../ui/who.tsx';
import { type TabProps, useApplicationAddress, useRights } from '../application-tab.ts';
import { permissionListQuery } from '../queries.ts';
import { PermissionPanel } from './permission-panel.tsx';
import { addWords, words } from './words.ts';

/** The catalogue: all permissions of the application. */
export function PermissionsTab({ application, parts }: TabProps): ReactNode {
  const [address, change] = useApplicationAddress();
  const rights = useRights(application);
  const { q, cursor } = address;
  const sort = sortIn(calls.permissions.list.query, address.sort) ?? 'name';
  const list = useList({ ...address, sort }, change, 'name');
  const permissions = useQuery(permissionListQuery(application.id, { q, sort, cursor, limit: limits.pageMax.value }));
  const open = permissions.data?.items.find(({ id }) => id === address.open);
  const close = () => change({ open: undefined, add: undefined });

  return (
    <Split panel={panelOf()} awaits={!address.add && address.open !== undefined && permissions.isLoading}>
      <Tools>
        {parts}
        <SearchField label={words.search} {...list.search} />
      </Tools>
      <DataTable
        label={words.table(application.name)}
        columns={columns}
        rowId={(permission) => permission.id}
        onOpen={(permission) => change({ open: permission.id, add: undefined })}
        openId={address.add ? undefined : address.open}
        {...list.table(permissions)}
        empty={
          q === undefined ? (
            <Nothing
              mayAdd={rights.permissions}
              onAdd={() => change({ add: '1' })}
              onImport={() => change({ import: '1' })}
            />
          ) : (
            <EmptyState icon={KeyRoundIcon} title={words.noneFits(q)}>
              {words.noneFitsText}
            </EmptyState>
          )
        }
      />
      <Pager {...list.pager(permissions)} />
    </Split>
  );

  function panelOf(): ReactNode {
    if (address.add && rights.permissions) return <AddPermissions application={application} onClose={close} />;
    return open && <PermissionPanel key={open.id} application={application} permission={open} onClose={close} />;
  }
}

const columns: readonly Column<CatalogueEntry>[] = [
  {
    id: 'name',
    head: words.permission,
    sortable: true,
    fold: 1,
    skeleton: 220,
    cell: ({ name }) => <Permission>{name}</Permission>,
  },
  {
    id: 'title',
    head: words.title,
    fold: 3,
    cell: ({ title }) => <span className="text-muted">{title || words.none}</span>,
  },
  {
    id: 'roles',
    head: words.inRoles,
    end: true,
    fold: 2,
    width: '6rem',
    cell: ({ roles }) => (
      <>
        {countText(roles)}
        <span className="only-on-phone text-faint"> {words.unit(roles)}</span>
      </>
    ),
  },
];

function Nothing({ mayAdd, onAdd, onImport }: { mayAdd: boolean; onAdd: () => void; onImport: () => void }): ReactNode {
  if (!mayAdd) return <EmptyState icon={KeyRoundIcon} title={words.empty} />;
  return (
    <EmptyState
      icon={KeyRoundIcon}
      title={words.empty}
      action={
        <div className="inline-row">
          <Button kind="primary" icon={PlusIcon} onClick={onAdd}>
            {words.add}
          </Button>
          <Button icon={UploadIcon} onClick={onImport}>
            {words.importFile}
          </Button>
        </div>
      }
    >
      {say(words.emptyText, { example: <code>invoices.refund</code> })}
    </EmptyState>
  );
}

const MOST_AT_ONCE = 500;

/** Adds several permissions, one per line. Lines that fail stay in the field, with the reason. */
export function AddPermissions({ application, onClose }: { application: Application; onClose: () => void }): ReactNode {
  const refresh = useRefresh();
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  const form = useForm(
    {
      schema: linesSchema,
      initial: { text: '' },
      keep: `permissions ${application.id}`,
      submit: async (lines) => {
        const failed: { raw: string; error: { pointer: string; detail: string } }[] = [];
        for (const [done, { name, title, raw }] of lines.entries()) {
          setProgress({ done, all: lines.length });
          try {
            await client.permissions.create({ params: { application: application.id }, body: { name, title } });
          } catch (thrown) {
            const problem = asProblem(thrown);
            const detail = addWords.line(failed.length + 1, problem.detail ?? problem.title);
            failed.push({ raw, error: { pointer: `/line ${failed.length + 1}`, detail } });
          }
        }
        setProgress(undefined);
        await refresh();
        const added = lines.length - failed.length;
        if (added > 0) showToast({ text: addWords.added(added, application.name) });
        if (failed.length === 0) return onClose();
        form.set('text', failed.map(({ raw }) => raw).join('\n'));
        const errors = failed.map(({ error }) => error);
        throw Object.assign(new Error(addWords.notAdded), { problem: { title: addWords.notAdded, errors } });
      },
    },
    'permissions',
  );
  const { lines } = readPermissionLines(form.values.text);
  const missing = commaMissing(lines);
  return (
    <FormPanel
      title={words.add}
      action={lines.length > 1 ? addWords.addSome(lines.length) : addWords.addOne}
      form={form}
      labels={{ text: addWords.permissions }}
      onClose={onClose}
    >
      <TextArea
        label={addWords.permissions}
        mono
        rows={10}
        spellCheck={false}
        placeholder={addWords.placeholder}
        hint={addWords.hint}
        {...form.field('text')}
      />
      {missing && (
        <Callout tone="ending" live>
          {addWords.commaMissing(missing.name, missing.meant)}
        </Callout>
      )}
      {progress && (
        <Progress
          label={addWords.adding}
          value={progress.done}
          max={progress.all}
          text={addWords.progress(progress.done, progress.all)}
        />
      )}
    </FormPanel>
  );
}

const linesSchema: FormSchema<PermissionLine[]> = {
  safeParse: (input) => {
    const { lines, errors } = readPermissionLines((input as { text: string }).text);
    const found = [...errors];
    if (lines.length + errors.length === 0) found.push({ line: 1, detail: addWords.nothingTyped });
    if (lines.length > MOST_AT_ONCE) found.push({ line: MOST_AT_ONCE + 1, detail: addWords.tooLong });
    if (found.length === 0) return { success: true, data: lines };
    const issues = found.map(({ line, detail }) => ({ path: [`line ${line}`], message: addWords.line(line, detail) }));
    return { success: false, error: { issues } };
  },
};

/** One typed line: a name, and optionally a title after a comma or a tab. */
interface PermissionLine {
  line: number;
  name: string;
  title: string;
  /** The line as typed. */
  raw: string;
}

interface LineError {
  line: number;
  detail: string;
}

/** Parses names, one per line, and checks each. Ignores empty lines, and reports repeated names. */
export function readPermissionLines(text: string): { lines: PermissionLine[]; errors: LineError[] } {
  const lines: PermissionLine[] = [];
  const errors: LineError[] = [];
  const seen = new Map<string, number>();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    if (raw.trim() === '') continue;
    const line = index + 1;
    const cut = raw.search(/[\t,]/);
    const name = (cut < 0 ? raw : raw.slice(0, cut)).trim();
    const title = cut < 0 ? '' : raw.slice(cut + 1).trim();
    const parsed = newPermission.safeParse({ name, title });
    const first = seen.get(name);
    const [issue] = parsed.error?.issues ?? [];
    if (issue) errors.push({ line, detail: reasons.ofIssue(issue) });
    else if (first !== undefined) errors.push({ line, detail: addWords.twice(name, first) });
    else lines.push({ line, name, title, raw });
    seen.set(name, first ?? line);
  }
  return { lines, errors };
}

/**
 * Finds the first line that looks like a name and a title without a comma between them. `meant` is the same line with
 * the comma. A name may contain spaces, so the form only asks.
 */
export function commaMissing(lines: readonly PermissionLine[]): { name: string; meant: string } | undefined {
  for (const { name, title } of lines) {
    const [, first, rest] = /^(\S*[.:/_]\S*)\s+(\S.*)$/.exec(name) ?? [];
    if (title === '' && first !== undefined && rest !== undefined) return { name, meant: `${first}, ${rest}` };
  }
  return undefined;
}
