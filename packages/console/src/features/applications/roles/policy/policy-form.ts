import { type RolePolicy, type RolePolicyChange, rolePolicyChange } from '@licet/contract';
import { lengthText } from '../../../../blocks/durations.ts';
import { type FoundOption, groupOption, personOption } from '../../../../blocks/find.ts';
import type { FormSchema } from '../../../../ui/form.ts';
import { formatList } from '../../../../ui/format.ts';
import type { Option } from '../../../../ui/option-list.tsx';
import { policyWords as words } from '../words.ts';

/** A user or a group that approves. Serialisable, because the draft of the form survives a reload. */
export interface Approver {
  kind: 'user' | 'group';
  id: string;
  name: string;
}

/** One step of approval in the form. */
export interface Step {
  by: 'owners' | 'named';
  people: readonly Approver[];
  needed: number;
}

export interface PolicyValues {
  longestSeconds: number | null;
  reasonNeeded: boolean;
  requestable: boolean;
  approval: readonly Step[];
  secondApprover: boolean;
  breakGlass: { people: readonly Approver[]; seconds: number } | null;
}

export type RolePolicyOf = RolePolicy & { id: string };

const peopleOf = ({ users, groups }: NonNullable<RolePolicy['breakGlass']>): readonly Approver[] =>
  peopleIn({ users, groups });

const peopleIn = ({ users, groups }: Pick<NonNullable<RolePolicy['breakGlass']>, 'users' | 'groups'>): Approver[] => [
  ...users.map((user) => ({ kind: 'user' as const, ...user })),
  ...groups.map((group) => ({ kind: 'group' as const, ...group })),
];

export const valuesOf = ({ id: _, version: __, approval, breakGlass, ...rest }: RolePolicyOf): PolicyValues => ({
  ...rest,
  approval: approval.steps.map(({ approvers, needed }) =>
    approvers === 'owners'
      ? { by: 'owners', people: [], needed }
      : { by: 'named', people: peopleIn(approvers), needed },
  ),
  breakGlass: breakGlass && { people: peopleOf(breakGlass), seconds: breakGlass.seconds },
});

const idsOf = (people: readonly Approver[], kind: Approver['kind']) =>
  people.filter((one) => one.kind === kind).map(({ id }) => id);
const byKind = (people: readonly Approver[]) => ({ users: idsOf(people, 'user'), groups: idsOf(people, 'group') });

/** The request body: users and groups by their ids. */
export const bodyOf = ({ approval, breakGlass, ...rest }: PolicyValues): RolePolicyChange => ({
  ...rest,
  approval: {
    steps: approval.map(({ by, people, needed }) => ({
      approvers: by === 'owners' ? 'owners' : byKind(people),
      needed,
    })),
  },
  breakGlass: breakGlass && { ...byKind(breakGlass.people), seconds: breakGlass.seconds },
});

export const schema: FormSchema<RolePolicyChange> = rolePolicyChange;

export const optionOf = ({ kind, id, name }: Approver): FoundOption =>
  kind === 'user' ? personOption({ id, name, username: '' }) : groupOption({ id, name });

export const approverOf = ({ kind, id, label }: FoundOption): Approver => ({
  kind: kind === 'group' ? 'group' : 'user',
  id,
  name: label,
});

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Returns the options for the usual durations and the current one. */
export function lengths(usual: readonly number[], present: number | null): Option[] {
  const all = present === null || usual.includes(present) ? usual : [...usual, present].sort((a, b) => a - b);
  return all.map((seconds) => ({ id: String(seconds), label: lengthText(seconds) }));
}

export const LONGEST = [2 * HOUR, 8 * HOUR, DAY, 7 * DAY, 30 * DAY, 90 * DAY, 365 * DAY];
export const EMERGENCY = [HOUR / 2, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, DAY];

const names = (people: readonly Approver[]) => formatList(people.map(({ name }) => name));

/** Formats the values of the fields as words, for the page and for the conflict view. */
export const inWords = {
  longestSeconds: (seconds: number | null) => (seconds === null ? words.noLimit : lengthText(seconds)),
  reasonNeeded: (needed: boolean) => (needed ? words.needed : words.notNeeded),
  requestable: (may: boolean) => (may ? words.mayAsk : words.mayNotAsk),
  approval: (steps: readonly Step[]) => capitalised(steps.map(stepText).join(` ${words.nextStep} `)),
  secondApprover: (needed: boolean) => (needed ? words.two : words.one),
  breakGlass: (one: PolicyValues['breakGlass']) =>
    one === null ? words.nobody : words.emergency(names(one.people) || words.nobodyLeft, lengthText(one.seconds)),
};

/** Capitalises a text that is used outside of a sentence. */
const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function stepText({ by, people, needed }: Step): string {
  if (by === 'owners' || people.length === 0) return words.owners(needed);
  return words.named(needed, names(people));
}
