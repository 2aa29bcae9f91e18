import { calls, type Separation } from '@licet/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DraftButton } from '../../blocks/draft/draft-button.tsx';
import { unplanned } from '../../blocks/plan-effects/use-plan.ts';
import { ShowMore } from '../../blocks/show-more.tsx';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { usePermission } from '../../session/may.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { useForm } from '../../ui/form.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ShieldCheckIcon } from '../../ui/icons.tsx';
import { Split } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { showToast } from '../../ui/toast.tsx';
import { rulesQuery } from './queries.ts';
import { entryOf, noValues, RuleFields, ruleLabels } from './rule-fields.tsx';
import { RulePanel } from './rule-panel.tsx';
import { formWords, words } from './words.ts';

interface RulesProps {
  open: string | undefined;
  adding: boolean;
  change: (changes: { open?: string | undefined; add?: '1' | undefined }) => void;
}

/** The separation rules. Viewers with the permission can change them. */
export function Rules({ open, adding, change }: RulesProps): ReactNode {
  const mayManage = usePermission('separations.manage');
  const rules = useInfiniteQuery(rulesQuery);
  const rows = rules.data?.pages.flatMap(({ items }) => items);
  const shown = rows?.find(({ id }) => id === open);
  const close = () => change({ open: undefined, add: undefined });
  return (
    <Split
      panel={
        adding && mayManage ? (
          <NewRulePanel onClose={close} onCreated={(id) => change({ add: undefined, open: id })} />
        ) : (
          shown && <RulePanel key={shown.id} rule={shown} onClose={close} />
        )
      }
      awaits={!adding && open !== undefined && rules.isLoading}
    >
      <DataTable
        label={words.rules}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        onOpen={({ id }) => change({ open: id, add: undefined })}
        openId={adding ? undefined : open}
        error={rules.error}
        onRetry={() => void rules.refetch()}
        skeletonRows={3}
        empty={
          <EmptyState icon={ShieldCheckIcon} title={words.empty}>
            {words.emptyText}
          </EmptyState>
        }
      />
      <ShowMore query={rules} />
    </Split>
  );
}

const columns: readonly Column<Separation>[] = [
  { id: 'name', head: words.name, fold: 1, skeleton: 160, cell: ({ name }) => <b className="ellipsis">{name}</b> },
  {
    id: 'parts',
    head: words.apart,
    fold: 2,
    cell: ({ parts }) => <span className="text-muted ellipsis">{parts.map(partText).join(words.against)}</span>,
  },
  {
    id: 'atMost',
    head: words.atMost,
    spare: true,
    cell: ({ atMost, parts }) => <span className="text-muted nowrap">{words.atMostOf(atMost, parts.length)}</span>,
  },
  {
    id: 'exceptions',
    head: words.exceptions,
    end: true,
    cell: ({ exceptions }) => <span className="text-muted">{formatNumber(exceptions)}</span>,
  },
];

function partText({ elements: [first, ...others] }: Separation['parts'][number]): string {
  return `${first?.name ?? words.nothingLeft}${others.length > 0 ? ` +${others.length}` : ''}`;
}

/** Creates a separation rule, after showing who would violate it. */
function NewRulePanel({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }): ReactNode {
  const refresh = useRefresh();
  const form = useForm(
    {
      schema: calls.separations.create.body,
      initial: noValues,
      entry: entryOf,
      keep: 'new-separation',
      submit: async (body) => {
        const created = await client.separations.create({ body });
        void refresh();
        showToast({ text: formWords.created(created.name) });
        onCreated(created.id);
      },
    },
    'new-separation',
  );
  const entered = calls.separations.create.body.safeParse(entryOf(form.values));
  const inDraft = entered.success ? [{ call: 'separations.create' as const, body: entered.data }] : unplanned;
  return (
    <FormPanel
      title={formWords.title}
      lead={formWords.lead}
      action={formWords.create}
      form={form}
      labels={ruleLabels}
      onClose={onClose}
      secondary={<DraftButton title={formWords.inDraft(form.values.name.trim())} changes={inDraft} onAdded={onClose} />}
    >
      <RuleFields form={form} />
    </FormPanel>
  );
}
