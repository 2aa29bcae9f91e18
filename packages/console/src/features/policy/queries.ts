import type { PolicyChange } from '@licet/contract';
import { queryOptions } from '@tanstack/react-query';
import { roundRefetch } from '../../blocks/mail-round.tsx';
import type { Planner } from '../../blocks/sign-in-rules/use-plan.ts';
import { client } from '../../session/client.ts';

/** The sign-in rules. */
export const policyQuery = queryOptions({
  queryKey: ['policy', 'present'],
  queryFn: ({ signal }) => client.policy.get({ signal }),
});

export const planner: Planner<PolicyChange> = {
  key: 'everybody',
  plan: client.policy.plan,
};

/** The last rounds of mails about new rules. */
export const lastMails = queryOptions({
  queryKey: ['policy', 'mails'],
  queryFn: ({ signal }) => client.policy.mails({ signal }),
  refetchInterval: ({ state }) => roundRefetch(state.data?.items),
});
