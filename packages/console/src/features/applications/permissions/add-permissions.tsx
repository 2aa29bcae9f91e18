import { type Application, newPermission } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { useRefresh } from '../../../blocks/use-refresh.ts';
import { client } from '../../../session/client.ts';
import { Callout } from '../../../ui/callout.tsx';
import { type FormSchema, useForm } from '../../../ui/form.ts';
import { FormPanel } from '../../../ui/form-panel.tsx';
import { Progress } from '../../../ui/meter.tsx';
import { asProblem } from '../../../ui/problem.ts';
import { reasons } from '../../../ui/reasons/shown.ts';
import { TextArea } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { words as names, addWords as words } from './words.ts';

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
            const detail = words.line(failed.length + 1, problem.detail ?? problem.title);
            failed.push({ raw, error: { pointer: `/line ${failed.length + 1}`, detail } });
          }
        }
        setProgress(undefined);
        await refresh();
        const added = lines.length - failed.length;
        if (added > 0) showToast({ text: words.added(added, application.name) });
        if (failed.length === 0) return onClose();
        form.set('text', failed.map(({ raw }) => raw).join('\n'));
        const errors = failed.map(({ error }) => error);
        throw Object.assign(new Error(words.notAdded), { problem: { title: words.notAdded, errors } });
      },
    },
    'permissions',
  );
  const { lines } = readPermissionLines(form.values.text);
  const missing = commaMissing(lines);
  return (
    <FormPanel
      title={names.add}
      action={lines.length > 1 ? words.addSome(lines.length) : words.addOne}
      form={form}
      labels={{ text: words.permissions }}
      onClose={onClose}
    >
      <TextArea
        label={words.permissions}
        mono
        rows={10}
        spellCheck={false}
        placeholder={words.placeholder}
        hint={words.hint}
        {...form.field('text')}
      />
      {missing && (
        <Callout tone="ending" live>
          {words.commaMissing(missing.name, missing.meant)}
        </Callout>
      )}
      {progress && (
        <Progress
          label={words.adding}
          value={progress.done}
          max={progress.all}
          text={words.progress(progress.done, progress.all)}
        />
      )}
    </FormPanel>
  );
}

const linesSchema: FormSchema<PermissionLine[]> = {
  safeParse: (input) => {
    const { lines, errors } = readPermissionLines((input as { text: string }).text);
    const found = [...errors];
    if (lines.length + errors.length === 0) found.push({ line: 1, detail: words.nothingTyped });
    if (lines.length > MOST_AT_ONCE) found.push({ line: MOST_AT_ONCE + 1, detail: words.tooLong });
    if (found.length === 0) return { success: true, data: lines };
    const issues = found.map(({ line, detail }) => ({ path: [`line ${line}`], message: words.line(line, detail) }));
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
    else if (first !== undefined) errors.push({ line, detail: words.twice(name, first) });
    else lines.push({ line, name, title, raw });
    seen.set(name, first ?? line);
  }
  return { lines, errors };
}

/**
 * The first line that looks like a name and a title without a comma between them, and the same line with the comma. A
 * name may contain spaces, so the form only asks.
 */
export function commaMissing(lines: readonly PermissionLine[]): { name: string; meant: string } | undefined {
  for (const { name, title } of lines) {
    const [, first, rest] = /^(\S*[.:/_]\S*)\s+(\S.*)$/.exec(name) ?? [];
    if (title === '' && first !== undefined && rest !== undefined) return { name, meant: `${first}, ${rest}` };
  }
  return undefined;
}
