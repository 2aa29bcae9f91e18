import { calls, type Policy, type PolicyChange } from '@licet/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { EditForm } from '../../blocks/edit-form.tsx';
import { useEdit } from '../../blocks/use-edit.ts';
import { client } from '../../session/client.ts';
import { usePermission } from '../../session/may.ts';
import { PageBody } from '../../shell/page.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { useNow } from '../../ui/time.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { PolicyFields } from './policy-fields.tsx';
import { entryOf, hasTime, inWords, valuesOf, withTime } from './policy-form.ts';
import { planQuery, policyQuery } from './queries.ts';
import { StoppedDialog } from './stopped-dialog.tsx';
import { usePlan } from './use-plan.ts';
import { words } from './words.ts';
import './policy-tab.css';

/** How people sign in, and beside it whom it stops. */
export function PolicyTab(): ReactNode {
  const policy = useQuery(policyQuery);
  return (
    <PageBody>
      {policy.data ? (
        <PolicyEditor policy={policy.data} />
      ) : policy.error ? (
        <ErrorState error={policy.error} onRetry={() => void policy.refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </PageBody>
  );
}

const schema = calls.policy.update.body;
const withId = (policy: Policy) => ({ ...policy, id: 'policy' });

function PolicyEditor({ policy }: { policy: Policy }): ReactNode {
  const mayPlan = usePermission('users.read');
  const now = useNow();
  const edit = usePolicyEdit(policy);
  const { form } = edit;
  const entered = schema.safeParse(entryOf(form.values));
  const plan = usePlan(entered.data, mayPlan);
  const demands = form.values.secondFactor;
  const { asking, ask, answer } = useAskFirst(entered.data, mayPlan, form.onSubmit);

  return (
    <div className="policy-columns">
      <EditForm
        edit={{ ...edit, form: { ...form, onSubmit: ask } }}
        of={words.rules}
        labels={words.labels}
        inWords={inWords}
      >
        <PolicyFields form={form} />
        {form.changed && mayPlan && <PlanSummary plan={plan} />}
      </EditForm>
      <PlanPanel
        plan={mayPlan ? plan : undefined}
        changed={form.changed}
        {...(demands.some((demand) => !hasTime(demand, now)) && {
          onGiveTime: (until: string) => form.set('secondFactor', withTime(demands, until, now)),
        })}
      />
      {asking && <StoppedDialog plan={asking.plan} onSave={() => answer(true)} onClose={() => answer(false)} />}
    </div>
  );
}

/** Edits the rules. They are saved whole: what was not touched stays as it stands now, also when somebody else changed it. */
function usePolicyEdit(policy: Policy) {
  const standing = useRef(policy);
  return useEdit({
    name: 'policy',
    of: withId(policy),
    schema,
    valuesOf: ({ id: _, ...rest }) => valuesOf(rest),
    entry: entryOf,
    save: async (changes, ifMatch) => {
      const body = { ...entryOf(valuesOf(standing.current)), ...changes };
      standing.current = await client.policy.update({ body, ifMatch });
      return withId(standing.current);
    },
    load: async () => {
      standing.current = await client.policy.get({});
      return withId(standing.current);
    },
    saved: () => words.saved,
  });
}

/** What stops somebody is saved only after the number was seen, or that it could not be told. */
function useAskFirst(body: PolicyChange | undefined, mayPlan: boolean, save: () => void) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<{ plan: Awaited<ReturnType<typeof client.policy.plan>> | undefined }>();
  const busy = useRef(false);
  const ask = async () => {
    if (!body || !mayPlan) return save();
    if (busy.current) return;
    busy.current = true;
    const plan = await queryClient.fetchQuery({ ...planQuery(body, {}), staleTime: 0 }).catch(() => undefined);
    busy.current = false;
    if (plan && (plan.counts.stopped === 0 || plan.locksOut)) save();
    else setAsking({ plan });
  };
  return {
    asking,
    ask: (event?: FormEvent) => {
      event?.preventDefault();
      void ask();
    },
    answer: (yes: boolean) => {
      setAsking(undefined);
      if (yes) save();
    },
  };
}
