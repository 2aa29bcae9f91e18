import { type Connection, licetApplication } from '@licet/contract';
import { newestAfter } from '../../store/audit/events.ts';
import { grantedApplications } from '../../store/grants/grants.ts';
import { endMembership, groupAndAbove, groupsOfUser, insertMembership } from '../../store/groups/groups.ts';
import { type Change, change } from '../../store/kernel/change.ts';
import type { Database } from '../../store/kernel/database.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { keepIf } from '../../store/kernel/savepoints.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { decidesIn } from '../../store/requests/deciders.ts';
import { violationsOf } from '../../store/separations/check.ts';
import { namesOf } from '../../store/separations/separations.ts';
import type { Account } from '../../store/sign-in/accounts.ts';

// At each sign-in, the user's groups at the provider are mapped to groups in Licet.

type Mapping = Pick<Connection, 'id' | 'name' | 'groupMappings'>;

/**
 * Adds a user to the Licet groups to which their groups at the provider map, and removes the user from all other mapped groups. Writes
 * nothing if the memberships are already correct.
 */
export async function settleGroups(
  database: Database,
  mapping: Mapping,
  groupValues: readonly string[] | null,
  user: Pick<Account, 'id' | 'name'>,
): Promise<void> {
  if (groupValues === null || mapping.groupMappings.length === 0) return;
  const { joins, leaves } = await readNow(database, (snapshot) => differences(snapshot, mapping, groupValues, user.id));
  if (joins.length + leaves.length === 0) return;
  await change(database, { kind: 'system', id: null, name: mapping.name }, async (handle) => {
    // Computed again inside the change, because another change may have been made in between.
    const now = await differences(handle, mapping, groupValues, user.id);
    for (const { id } of now.leaves) await endMembership(handle, id, user.id);
    const { joined, leftOut } = await joinApart(handle, now.joins, user);
    const after = { connection: mapping.name, groups: joined, ...(leftOut.length > 0 && { keptApart: leftOut }) };
    // The same groups may be left out at each sign-in, so they are recorded only if they differ from the last record.
    if (joined.length + now.leaves.length === 0 && (await wasRecordedLast(handle, user.id, leftOut)))
      throw new AlreadyRecorded();
    handle.record({
      action: 'user.groups_mapped',
      target: { kind: 'user', id: user.id, name: user.name },
      before: { connection: mapping.name, groups: now.leaves.map(({ name }) => name) },
      after,
    });
  }).catch((error: unknown) => {
    if (!(error instanceof AlreadyRecorded)) throw error;
  });
}

class AlreadyRecorded extends Error {}

/** A mapped group to which a user was not added, and the separation rules that forbid the membership. */
interface LeftOut {
  readonly group: string;
  readonly by: readonly string[];
}

/**
 * Adds a user to groups. Skips each group whose access would break a separation rule, because an error would stop the sign-in.
 */
async function joinApart(
  handle: Change,
  groups: readonly Group[],
  user: Pick<Account, 'id' | 'name'>,
): Promise<{ joined: string[]; leftOut: LeftOut[] }> {
  const joined: string[] = [];
  const leftOut: LeftOut[] = [];
  for (const { id, name } of groups) {
    const join = async () => {
      await insertMembership(handle, id, { kind: 'user', ...user });
      return violationsOf(handle);
    };
    const found = handle.checking.needed
      ? await keepIf(handle.connection, join, ({ length }) => length === 0)
      : await join();
    if (found.length > 0) {
      const rules = await namesOf(
        handle,
        found.map(({ separation }) => separation),
      );
      leftOut.push({ group: name, by: [...rules.values()].sort() });
    } else joined.push(name);
  }
  return { joined, leftOut };
}

/** Whether the user's newest mapping event left out the same groups. */
async function wasRecordedLast(change: Change, userId: string, leftOut: readonly LeftOut[]): Promise<boolean> {
  const last = (await newestAfter(change, 'user.groups_mapped', userId)) as
    | { readonly keptApart?: unknown }
    | undefined;
  return JSON.stringify(last?.keptApart) === JSON.stringify(leftOut);
}

/** The groups of a new user: the connection's default ones, and the provider's mapped ones. */
export async function joinFirstGroups(
  handle: Change,
  connection: Pick<Connection, 'groupMappings' | 'defaultGroups'>,
  groupValues: readonly string[] | null,
  user: Pick<Account, 'id' | 'name'>,
): Promise<{ groups: string[]; keptApart?: LeftOut[] }> {
  const mapped = connection.groupMappings.filter(({ value }) => groupValues?.includes(value)).map(({ group }) => group);
  const { joinable } = await changeableGroups(handle, [...connection.defaultGroups, ...mapped]);
  const { joined, leftOut } = await joinApart(handle, joinable, user);
  return { groups: joined, ...(leftOut.length > 0 && { keptApart: leftOut }) };
}

async function differences(
  snapshot: Snapshot,
  { groupMappings }: Mapping,
  groupValues: readonly string[],
  userId: string,
) {
  const direct = (await groupsOfUser(snapshot, userId)).filter((membership) => membership.direct);
  const isIn = new Set(direct.map(({ group }) => group.id));
  const { joinable, leavable } = await changeableGroups(
    snapshot,
    groupMappings.map(({ group }) => group),
  );
  const mappedTo = new Set(
    groupMappings.filter(({ value }) => groupValues.includes(value)).map(({ group }) => group.id),
  );
  return {
    joins: joinable.filter(({ id }) => mappedTo.has(id) && !isIn.has(id)),
    leaves: leavable.filter(({ id }) => !mappedTo.has(id) && isIn.has(id)),
  };
}

type Group = Connection['defaultGroups'][number];

/** Mappings to groups that give no access to Licet itself, not even in an emergency. */
export async function mappedWithoutLicet<Mapped extends { readonly group: Group }>(
  snapshot: Snapshot,
  mapped: readonly Mapped[],
): Promise<Mapped[]> {
  const { joinable } = await changeableGroups(
    snapshot,
    mapped.map(({ group }) => group),
  );
  return mapped.filter(({ group }) => joinable.some(({ id }) => id === group.id));
}

/**
 * The groups to which a provider may add users (`joinable`) and from which it may remove them (`leavable`), without
 * duplicates. `closed` has the groups to which it may add no users:
 * - If a group has gained access to Licet itself, the provider may neither add nor remove users.
 * - If the policy of a role of Licet names a group, its members may be able to take the role in an emergency. So the
 *   provider may remove users from the group, but not add any.
 */
export async function changeableGroups(
  snapshot: Snapshot,
  groups: readonly Group[],
): Promise<{ joinable: Group[]; leavable: Group[]; closed: Group[] }> {
  const joinable: Group[] = [];
  const leavable: Group[] = [];
  const closed: Group[] = [];
  for (const group of new Map(groups.map((it) => [it.id, it])).values()) {
    const given = await grantedApplications(snapshot, await groupAndAbove(snapshot, group.id));
    const gives = given.includes(licetApplication);
    if (!gives) leavable.push(group);
    const isClosed = gives || (await decidesIn(snapshot, group.id)).includes(licetApplication);
    (isClosed ? closed : joinable).push(group);
  }
  return { joinable, leavable, closed };
}
