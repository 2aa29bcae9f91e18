import { type ApplicationPolicy, type ApplicationPolicyChange, type FirstWay, limits } from '@licet/contract';
import { lengthText } from '../../../blocks/durations.ts';
import { freshLengths, memberSessions, withPresent } from '../../../blocks/sign-in-rules/usual-lengths.ts';
import { wayWords } from '../../../blocks/sign-in-rules/words.ts';
import { formatList } from '../../../ui/format.ts';
import { words } from './words.ts';

/** What the form holds: of the ways only those that can still be chosen. */
export const valuesOf = ({
  ways,
  secondFactor,
  maxAge,
  organisationWays,
}: ApplicationPolicy): ApplicationPolicyChange => ({
  ways: ways && organisationWays.filter((way) => ways.includes(way)),
  secondFactor,
  maxAge,
});

export const waysText = (ways: readonly FirstWay[]): string => formatList(ways.map((way) => wayWords.listed[way]));

/** When people sign in again; the longest, a session, is the empty one. */
export function ageOptions(present: number | null) {
  const lengths = [...freshLengths, ...memberSessions].filter((length) => length < limits.memberSessionLifetime.value);
  const options = withPresent(lengths, present, lengthText);
  return [...options, { id: AS_SESSION, label: words.asSession }];
}

export const AS_SESSION = 'session';

/** How the rules are said where they are not entered. */
export function sayWays(ways: readonly FirstWay[] | null, organisationWays: readonly FirstWay[]): string {
  if (ways === null) return words.allWays(waysText(organisationWays));
  const [first = '', ...rest] = waysText(ways);
  return ways.length === 0 ? words.noWay : first.toLocaleUpperCase() + rest.join('');
}
export const saySecondFactor = (wanted: boolean): string => (wanted ? words.everybody : words.asOrganisation);
export const sayAge = (seconds: number | null): string => (seconds === null ? words.asSession : lengthText(seconds));
