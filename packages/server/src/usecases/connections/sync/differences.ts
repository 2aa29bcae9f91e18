import {
  newEmail as address,
  foldIdentity,
  identityKey,
  type keptBecause,
  type leavingBecause,
  limits,
  newUser,
} from '@licet/contract';
import type * as z from 'zod';
import type { ReadPerson } from '../../../identity/directories/read-people.ts';
import type { LinkedPerson } from '../../../store/connections/identities.ts';

/** The settings of a connection for its synchronisation. */
export interface Taking {
  readonly trustsAddresses: boolean;
  readonly makes: boolean;
}

/** The directory's values for a user, where they differ. */
export interface Changed {
  readonly user: LinkedPerson;
  readonly name: string | null;
  readonly email: string | null;
  /** Whether to mark the user's unchanged address as verified. */
  readonly verifies: boolean;
  /**
   * The mapped groups of the user's entry in the directory; null if the directory does not provide groups. Memberships then stay unchanged.
   */
  readonly groups: readonly string[] | null;
}

/** A user to change, with the groups to join and to leave. */
export interface ChangedByName extends Changed {
  readonly joins: readonly MappedGroup[];
  readonly leaves: readonly MappedGroup[];
}

interface MappedGroup {
  readonly id: string;
  readonly name: string;
}

/** The differences between a directory and its linked users. */
export interface Differences {
  /** Users who are linked and not suspended. */
  readonly linked: number;
  readonly leaving: readonly { readonly user: LinkedPerson; readonly because: z.infer<typeof leavingBecause> }[];
  readonly returning: readonly LinkedPerson[];
  /** Users who are recorded as absent, but were reactivated and have an open entry (see {@link isOpen}). */
  readonly seen: readonly LinkedPerson[];
  /** Active users with an open entry, and the values of that entry. */
  readonly present: readonly Changed[];
  readonly kept: readonly { readonly user: LinkedPerson; readonly because: z.infer<typeof keptBecause> }[];
  /** Users whose address now belongs to another entry of the directory, and to none of their own entries. */
  readonly released: readonly LinkedPerson[];
  /** Entries that no user is linked to. */
  readonly unknown: readonly ReadPerson[];
}

/**
 * Compares the entries of a directory with the linked users. A user with several entries is present as long as one of
 * them is open.
 */
export function differencesOf(
  people: readonly ReadPerson[],
  linked: readonly LinkedPerson[],
  taking: Taking,
  now: string,
): Differences {
  const entries = Map.groupBy(people, ({ id }) => id);
  const nameless = new Set(
    (entries.get(null) ?? []).flatMap(({ username }) => (username ? [foldIdentity(username)] : [])),
  );
  const holders = Map.groupBy(people, ({ email }) => identityKey(email ?? ''));
  const known = new Set(linked.flatMap(({ subjects }) => subjects));
  const found = {
    leaving: [] as Differences['leaving'][number][],
    returning: [] as LinkedPerson[],
    seen: [] as LinkedPerson[],
    present: [] as Changed[],
    kept: [] as Differences['kept'][number][],
  };
  for (const user of linked) {
    const theirs = user.subjects.flatMap((subject) => entries.get(subject) ?? []);
    const open = theirs.find((entry) => isOpen(entry, now));
    const suspended = user.status === 'suspended';
    if (open) {
      if (user.absent) found.seen.push(user);
      if (suspended && user.suspendedForIt) found.returning.push(user);
      else if (suspended) found.kept.push({ user, because: 'suspended_by_hand' });
      else found.present.push(changedOf(user, open, taking));
    } else if (suspended) continue;
    else if (user.absent) found.kept.push({ user, because: 'let_in_again' });
    else if (theirs.length === 0 && nameless.has(foldIdentity(user.username)))
      found.kept.push({ user, because: 'not_named' });
    else found.leaving.push({ user, because: becauseOf(theirs) });
  }
  return {
    ...found,
    released: taking.trustsAddresses ? linked.filter((user) => isReleased(user, holders)) : [],
    linked: linked.filter(({ status }) => status !== 'suspended').length,
    unknown: people.filter(({ id }) => id === null || !known.has(id)),
  };
}

/** Whether the directory has given the address of a user to another entry. */
function isReleased({ email, subjects }: LinkedPerson, holders: ReadonlyMap<string, readonly ReadPerson[]>): boolean {
  const have = email === null ? [] : (holders.get(identityKey(email)) ?? []);
  return have.length > 0 && !have.some(({ id }) => id === null || subjects.includes(id));
}

/** Whether a run would suspend so many users that an administrator must confirm it (`limits.syncLeaversMax`). */
export function leavesTooMany(leaving: number, linked: number): boolean {
  if (leaving > 1 && leaving === linked) return true;
  return leaving > limits.syncLeaversMax.value && leaving * limits.syncLeaversShare.value > linked;
}

export const isOpen = ({ closed, endsAt }: Pick<ReadPerson, 'closed' | 'endsAt'>, now: string): boolean =>
  !closed && (endsAt === null || endsAt > now);

const becauseOf = (entries: readonly ReadPerson[]) =>
  entries.length === 0 ? 'gone' : entries.some(({ closed }) => closed) ? 'closed' : 'ended';

/**
 * Returns the values to copy from the directory: always the name, and the address only if the connection trusts
 * addresses.
 */
function changedOf(user: LinkedPerson, entry: ReadPerson, { trustsAddresses }: Taking): Changed {
  const name = newUser.shape.name.safeParse(entry.name?.trim());
  const email = address.safeParse(entry.email?.trim());
  const same = email.success && user.email !== null && identityKey(email.data) === identityKey(user.email);
  return {
    user,
    name: name.success && name.data !== user.name ? name.data : null,
    email: email.success && trustsAddresses && !same ? email.data : null,
    verifies: same && trustsAddresses && !user.emailVerified,
    groups: entry.groups,
  };
}
