import type { PolicyChange } from '@licet/contract';
import { queryOptions } from '@tanstack/react-query';
import { roundRefetch } from '../../blocks/mail-round.tsx';
import type { Planner } from '../../blocks/sign-in-rules/use-plan.ts';
import { client } from '../../session/client.ts';

/** How people sign in. */
export const policyQuery = queryOptions({
  queryKey: ['policy', 'present'],
  queryFn: ({ signal }) => client.policy.get({ signal }),
});

export const planner: Planner<PolicyChange> = {
  key: 'everybody',
  plan: client.policy.plan,
};

/** The last rounds of mails to those whom rules touch. */
export const lastMails = queryOptions({
  queryKey: ['policy', 'mails'],
  queryFn: ({ signal }) => client.policy.mails({ signal }),
  refetchInterval: ({ state }) => roundRefetch(state.data?.items),
});
