import { createHash } from 'node:crypto';
import { compareNames, limits, type SyncPlan } from '@licet/contract';
import { directoryIssuer } from '../../../identity/connections/external-provider.ts';
import { changeableGroups } from '../../../identity/connections/mapped-groups.ts';
import type { ReadPerson } from '../../../identity/directories/read-people.ts';
import { finding } from '../../../refusal.ts';
import type { StoredDirectory } from '../../../store/connections/connections.ts';
import { directlyIn, type LinkedPerson, linkedPeople } from '../../../store/connections/identities.ts';
import { LeftOut } from '../../../store/directory-import/write.ts';
import { type Duties, dutiesOf } from '../../../store/duties/duties.ts';
import { whoReachesLicet } from '../../../store/grants/grants.ts';
import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import { administratorsLeft } from '../../../store/policy/policy.ts';
import { whyNotAddress } from './change-people.ts';
import { type Changed, type ChangedByName, type Differences, differencesOf, leavesTooMany } from './differences.ts';
import type { ImportResult } from './import-entries.ts';

/** The changes of a run to existing users. */
export interface Work extends Omit<Differences, 'present'> {
  readonly changed: readonly ChangedByName[];
  /** Values that are not copied from the directory, with the reasons. */
  readonly leftOut: SyncPlan['leftOut'];
  /** The duties of the leaving users, by user id: what they own, decide and review. */
  readonly duties: ReadonlyMap<string, Duties>;
  /** The digest that an administrator must confirm; null if no confirmation is needed. */
  readonly confirmation: string | null;
}

/**
 * Computes the changes from the entries of a directory and the present users. The last administrators of Licet are
 * never suspended.
 */
export async function workOf(
  snapshot: Snapshot,
  connection: StoredDirectory,
  people: readonly ReadPerson[],
): Promise<Work> {
  const linked = await linkedPeople(snapshot, connection.id, directoryIssuer(connection.id));
  const taking = { trustsAddresses: connection.trustsAddresses, makes: connection.directory.syncMakes };
  const { present, ...found } = differencesOf(people, linked, taking, snapshot.clock);
  const needed = await administratorsLeft(
    snapshot,
    found.leaving.map(({ user }) => user.id),
  );
  const leaving = found.leaving.filter(({ user }) => !needed.has(user.id));
  const last = found.leaving.flatMap(({ user }) =>
    needed.has(user.id) ? [{ user, because: 'last_administrator' as const }] : [],
  );
  const left = new LeftOut();
  const takes = await withAddresses(snapshot, present, left);
  const released = await withoutLicet(snapshot, found.released, left);
  const changed = await withGroups(snapshot, connection, takes, left);
  return {
    ...found,
    released,
    leftOut: left.lines(),
    leaving,
    kept: [...last, ...found.kept],
    changed,
    unknown: taking.makes ? found.unknown : [],
    duties: await dutiesOf(
      snapshot,
      leaving.map(({ user }) => user.id),
    ),
    confirmation: leavesTooMany(leaving.length, found.linked) ? confirmationOf(leaving) : null,
  };
}

/** Removes the addresses that cannot be set, and collects the reasons in `left`. */
async function withAddresses(snapshot: Snapshot, present: readonly Changed[], left: LeftOut) {
  const takes: Changed[] = [];
  for (const each of present) {
    const why = each.email === null ? undefined : await whyNotAddress(snapshot, each.user, each.email);
    takes.push(why === undefined ? each : { ...each, email: null });
    if (why !== undefined) left.add(why, each.user.username);
  }
  return takes;
}

/** Leaves out the users with access to Licet itself. They keep their address even if the directory has given it to another entry. */
async function withoutLicet(snapshot: Snapshot, released: readonly LinkedPerson[], left: LeftOut) {
  const reaching = await whoReachesLicet(
    snapshot,
    released.map(({ id }) => id),
  );
  for (const { id, username } of released) if (reaching.has(id)) left.add(finding('address_given_away', {}), username);
  return released.filter(({ id }) => !reaching.has(id));
}

/** Returns only users with a difference. Collects in `left` the users who are not put into a mapped group. */
async function withGroups(
  snapshot: Snapshot,
  { groupMappings }: StoredDirectory,
  present: readonly Changed[],
  left: LeftOut,
): Promise<ChangedByName[]> {
  const { joinable, leavable, closed } = await changeableGroups(
    snapshot,
    groupMappings.map(({ group }) => group),
  );
  const groups = leavable.sort((one, other) => compareNames(one.name, other.name));
  const mayJoin = new Set(joinable.map(({ id }) => id));
  const isIn = await directlyIn(
    snapshot,
    present.map(({ user }) => user.id),
    [...groups, ...closed].map(({ id }) => id),
  );
  return present.flatMap((each) => {
    const { user, groups: groupValues } = each;
    const mapped = new Set(
      groupMappings.flatMap(({ value, group }) => (groupValues?.includes(value) ? [group.id] : [])),
    );
    const has = ({ id }: { readonly id: string }) => isIn.has(`${user.id} ${id}`);
    for (const { id, name } of closed)
      if (mapped.has(id) && !has({ id })) left.add(finding('groups_closed', { groups: [name] }), user.username);
    const joins =
      groupValues === null
        ? []
        : groups.filter((group) => mapped.has(group.id) && mayJoin.has(group.id) && !has(group));
    const leaves = groupValues === null ? [] : groups.filter((group) => !mapped.has(group.id) && has(group));
    const differs = each.name !== null || each.email !== null || each.verifies || joins.length + leaves.length > 0;
    return differs ? [{ ...each, joins, leaves }] : [];
  });
}

/** Returns a digest of the leaving users. */
const confirmationOf = (leaving: Differences['leaving']): string =>
  createHash('sha256')
    .update(
      leaving
        .map(({ user }) => user.id)
        .sort()
        .join(' '),
    )
    .digest('hex')
    .slice(0, 16);

/** Returns the plan of a run in the form of the contract, with all names. */
export function shownPlan(
  work: Work,
  found: number,
  imported: ImportResult | undefined,
  more: SyncPlan['leftOut'] = [],
): SyncPlan {
  const { leaving, returning, changed, kept } = work;
  return {
    found,
    linked: work.linked,
    new: { count: imported?.report.users.made ?? 0, items: [...(imported?.people ?? [])] },
    changed: some(changed, (each) => ({
      ...who(each.user),
      name: each.name,
      email: each.email,
      joins: each.joins.map(nameOf),
      leaves: each.leaves.map(nameOf),
    })),
    leaving: some(leaving, ({ user, because }) => {
      const duties = work.duties.get(user.id);
      return { ...who(user), because, ...(duties && { leavesBehind: leftBehind(duties) }) };
    }),
    returning: some(returning, who),
    kept: some(kept, ({ user, because }) => ({ ...who(user), because })),
    leftOut: [...(imported?.report.leftOut ?? []), ...more],
    confirmation: work.confirmation,
  };
}

/** Returns the plan that a run stores. Each list is cut to its first items. */
export function storedPlan(...parts: Parameters<typeof shownPlan>): SyncPlan {
  const plan = shownPlan(...parts);
  const first = <Item>({ count, items }: { readonly count: number; readonly items: readonly Item[] }) => ({
    count,
    items: items.slice(0, limits.syncShown.value),
  });
  return {
    ...plan,
    new: first(plan.new),
    changed: first(plan.changed),
    leaving: first(plan.leaving),
    returning: first(plan.returning),
    kept: first(plan.kept),
  };
}

const most = limits.dutiesShown.value;
const leftBehind = ({ applications, roles, reviews }: Duties) => ({
  applications: applications.slice(0, most).map(({ application }) => application.id),
  roles: roles.slice(0, most).map(({ application, role }) => `${application.id}/${role.name}`),
  reviews: reviews.slice(0, most).map(({ review }) => review.name),
});

const nameOf = ({ name }: { readonly name: string }) => name;
const who = ({ id, name, username }: LinkedPerson) => ({ user: { id, name }, username });
const some = <Item, Shown>(all: readonly Item[], show: (item: Item) => Shown) => ({
  count: all.length,
  items: all.map(show),
});
