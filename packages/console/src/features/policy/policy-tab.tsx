import { calls, type Policy } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Tell } from '../../blocks/sign-in-rules/outcome-help.tsx';
import { RulesEditor } from '../../blocks/sign-in-rules/rules-editor.tsx';
import { useEdit } from '../../blocks/use-edit.ts';
import { client } from '../../session/client.ts';
import { PageBody } from '../../shell/page.tsx';
import { ErrorState, SkeletonFields } from '../../ui/states.tsx';
import { useNow } from '../../ui/time.tsx';
import { LastMails, MailPeople } from './mail-people.tsx';
import { PolicyFields } from './policy-fields.tsx';
import { entryOf, hasTime, inWords, valuesOf, withTime } from './policy-form.ts';
import { planner, policyQuery } from './queries.ts';
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
        <SkeletonFields fields={6} />
      )}
    </PageBody>
  );
}

const schema = calls.policy.update.body;
const withId = (policy: Policy) => ({ ...policy, id: 'policy' });

function PolicyEditor({ policy }: { policy: Policy }): ReactNode {
  const now = useNow();
  const edit = usePolicyEdit(policy);
  const { form } = edit;
  const demands = form.values.secondFactor;
  const entered = schema.safeParse(entryOf(form.values)).data;
  const tell: Tell | undefined =
    entered &&
    ((outcome, count) => <MailPeople policy={entered} outcome={outcome} count={count} changed={form.changed} />);
  return (
    <RulesEditor
      edit={edit}
      of={words.rules}
      labels={words.labels}
      inWords={inWords}
      entered={entered}
      planner={planner}
      tell={tell}
      told={<LastMails />}
      {...(demands.some((demand) => !hasTime(demand, now)) && {
        onGiveTime: (until: string) => form.set('secondFactor', withTime(demands, until, now)),
      })}
    >
      <PolicyFields form={form} />
    </RulesEditor>
  );
}

/** Edits the rules. They are saved whole: what was not touched stays as it stands now, also when somebody else changed it. */
function usePolicyEdit(policy: Policy) {
  return useEdit({
    name: 'policy',
    of: withId(policy),
    schema,
    valuesOf: ({ id: _, ...rest }) => valuesOf(rest),
    entry: entryOf,
    save: async (changes, ifMatch, { id: _, ...before }) => {
      const body = { ...entryOf(valuesOf(before)), ...changes };
      return withId(await client.policy.update({ body, ifMatch }));
    },
    load: async () => withId(await client.policy.get({})),
    saved: () => words.saved,
  });
}
