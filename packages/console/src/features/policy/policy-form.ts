import type { Demand, NewDemand, Policy, PolicyChange } from '@licet/contract';
import { shownDomain } from '@licet/contract/shown-addresses';
import { queryOptions } from '@tanstack/react-query';
import { lengthText } from '../../blocks/durations.ts';
import { roundRefetch } from '../../blocks/mail-round.tsx';
import type { Planner } from '../../blocks/sign-in-rules/use-plan.ts';
import { wayWords } from '../../blocks/sign-in-rules/words.ts';
import { client } from '../../session/client.ts';
import { formatList } from '../../ui/format.ts';
import { shortTime } from '../../ui/time.tsx';
import { words } from './words.ts';

/** The form values: roles and groups with their names, and domains as one text. */
export interface PolicyValues extends Omit<PolicyChange, 'secondFactor' | 'emailDomains'> {
  secondFactor: Demand[];
  emailDomains: string;
}

export const valuesOf = ({ version: _, emailDomains, ...policy }: Policy): PolicyValues => ({
  ...policy,
  emailDomains: emailDomains.map(shownDomain).join(', '),
});

/** The request body: roles and groups by their ids, domains as a list. */
export const entryOf = ({ secondFactor, emailDomains, ...values }: PolicyValues): PolicyChange => ({
  ...values,
  secondFactor: secondFactor.map(newDemand),
  emailDomains: emailDomains.split(/[\s,;]+/).filter(Boolean),
});

/** Sets the grace period of each demand to `until`, unless its current grace period has not ended yet. */
export const withTime = (demands: readonly Demand[], until: string, now: Date): Demand[] =>
  demands.map((demand) => (hasTime(demand, now) ? demand : { ...demand, graceUntil: until }));

export const hasTime = ({ graceUntil }: Demand, now: Date): boolean =>
  graceUntil !== null && Date.parse(graceUntil) > now.getTime();

/** Converts the value of each sign-in rule to text, to show an edit conflict. */
export const inWords = {
  ways: (ways: PolicyValues['ways']) => formatList(ways.map((way) => wayWords.names[way])),
  userVerification: (one: PolicyValues['userVerification']) => words.verifications[one],
  secondFactor: (demands: readonly Demand[]) => demands.map(demandText).join('; '),
  sessions: ({ members, administrators }: PolicyValues['sessions']) =>
    words.sessionsText(lengthText(members), lengthText(administrators)),
  rememberedDays: (days: number) => words.days(days),
  freshSignIn: lengthText,
};

export const nameOf = ({ of }: Pick<Demand, 'of'>): string => (of.kind === 'everybody' ? words.everybody : of.name);

function demandText(demand: Demand): string {
  const { graceUntil } = demand;
  return graceUntil === null ? nameOf(demand) : words.withUntil(nameOf(demand), shortTime(new Date(graceUntil)));
}

function newDemand({ of, graceUntil }: Demand): NewDemand {
  return { of: of.kind === 'everybody' ? { kind: of.kind } : { kind: of.kind, id: of.id }, graceUntil };
}

/** The sign-in rules. */
export const policyQuery = queryOptions({
  queryKey: ['policy', 'present'],
  queryFn: ({ signal }) => client.policy.get({ signal }),
});

export const planner: Planner<PolicyChange> = {
  key: 'everybody',
  plan: client.policy.plan,
};

/** The recent rounds of mails about new rules, newest first. */
export const lastMails = queryOptions({
  queryKey: ['policy', 'mails'],
  queryFn: ({ signal }) => client.policy.mails({ signal }),
  refetchInterval: ({ state }) => roundRefetch(state.data?.items),
});
