import { calls } from '@licet/contract';
import type { ReactNode } from 'react';
import { DraftButton } from '../../blocks/draft/draft-button.tsx';
import { unplanned } from '../../blocks/plan-effects/use-plan.ts';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { client } from '../../session/client.ts';
import { useForm } from '../../ui/form.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { showToast } from '../../ui/toast.tsx';
import { RuleFields, ruleLabels } from './rule-fields.tsx';
import { entryOf, noValues } from './rule-form.ts';
import { formWords as words } from './words.ts';

/** Says what nobody may hold together, and whom that finds. */
export function NewRulePanel({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }): ReactNode {
  const refresh = useRefresh();
  const form = useForm(
    {
      schema: calls.separations.create.body,
      initial: noValues,
      entry: entryOf,
      keep: 'new-separation',
      submit: async (body) => {
        const made = await client.separations.create({ body });
        void refresh();
        showToast({ text: words.created(made.name) });
        onMade(made.id);
      },
    },
    'new-separation',
  );
  const entered = calls.separations.create.body.safeParse(entryOf(form.values));
  const inDraft = entered.success ? [{ call: 'separations.create' as const, body: entered.data }] : unplanned;
  return (
    <FormPanel
      title={words.title}
      lead={words.lead}
      action={words.create}
      form={form}
      labels={ruleLabels}
      onClose={onClose}
      beside={<DraftButton title={words.inDraft(form.values.name.trim())} changes={inDraft} onAdded={onClose} />}
    >
      <RuleFields form={form} />
    </FormPanel>
  );
}
