import type { Plan, PlannedChange } from '@licet/contract';
import { suggestUsername } from '../../ui/suggest-username.ts';
import type { ReadPerson } from './read-addresses.ts';

/** The groups and roles that all invited users get. */
export interface Given {
  readonly groups: readonly string[];
  readonly roles: readonly { readonly application: string; readonly id: string }[];
  /** The end of the grants of roles; null for no end. */
  readonly ends: Date | null;
  readonly reason: string;
}

interface NewPerson extends ReadPerson {
  /** The id that the plan uses for the new user. */
  readonly as: string;
  readonly username: string;
}

/**
 * Chooses a username for each person: from the address, with a number if another person has it.
 * @param taken usernames that existing users have
 */
export function withUsernames(
  people: readonly ReadPerson[],
  idOf: (address: string) => string,
  taken: ReadonlySet<string>,
): readonly NewPerson[] {
  const used = new Set(taken);
  return people.map((person) => {
    const local = person.address.slice(0, person.address.lastIndexOf('@'));
    const first = suggestUsername(local.replace(/\+.*$/, '')) || suggestUsername(person.name) || 'user';
    let username = first;
    for (let number = 2; used.has(username); number += 1) username = `${first}${number}`;
    used.add(username);
    return { ...person, username, as: idOf(person.address) };
  });
}

/** The number of changes that one person needs. */
export const changesEach = ({ groups, roles }: Given): number => 1 + groups.length + roles.length;

/** Creates each person, adds them to the groups and grants the roles. */
export const changesFor = (people: readonly NewPerson[], given: Given): PlannedChange[] =>
  people.flatMap(({ as, username, name, address }): PlannedChange[] => [
    { call: 'users.create', as, body: { username, name, email: address } },
    ...given.groups.map((group): PlannedChange => ({ call: 'groups.addMember', params: { group, member: as } })),
    ...given.roles.map(
      ({ application, id }): PlannedChange => ({
        call: 'grants.create',
        params: { application },
        body: {
          principal: { kind: 'user', id: as },
          gives: { kind: 'role', id },
          reason: given.reason,
          ...(given.ends && { ends: given.ends.toISOString() }),
        },
      }),
    ),
  ]);

/**
 * The addresses and usernames that existing users have, from the refusals of a plan.
 * @param each the number of changes of each person
 */
export function takenIn(
  people: readonly NewPerson[],
  each: number,
  steps: Plan['steps'],
): { addresses: readonly string[]; usernames: readonly string[] } {
  const refusedBecause = (place: number, reason: string) => {
    const refused = steps[place * each]?.refused;
    return refused?.reason === reason || refused?.errors?.some((error) => error.reason === reason) === true;
  };
  return {
    addresses: people.filter((_, place) => refusedBecause(place, 'user_email_taken')).map(({ address }) => address),
    usernames: people.filter((_, place) => refusedBecause(place, 'username_taken')).map(({ username }) => username),
  };
}
