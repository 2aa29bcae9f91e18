import { foldIdentity, type Group, type Member, type Page, type Principal, type Ref } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import {
  endFacts,
  insertEntity,
  insertFact,
  nameNow,
  nameNowColumn,
  recorded,
  replaceEntity,
  withNameNow,
} from '../kernel/facts.ts';
import { byId, byName, inNameOrder, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { asRecorded, walkOf, withWalks } from '../walk/walk.ts';

export interface GroupFields {
  readonly name: string;
  readonly description: string;
}

/** The columns of a group (alias `g`) in the form of the contract. The query must include {@link groupJoins}. */
export const groupColumns = (snapshot: Snapshot) => sql`
  g.id, g.name, g.description, g.no_from as version, coalesce(created.at, ${snapshot.at}::timestamptz) as "createdAt",
  (select count(*)::int from memberships m where m.group_id = g.id and ${recorded(snapshot, 'm')}) as members${nameNowColumn(snapshot, 'groups', sql`g.id`)}`;

/** The joins that {@link groupColumns} needs in addition to `groups g`. */
export const groupJoins = sql`left join change created on created.no = g.created_no`;

/** The group with that id, unless deleted. */
export async function findGroup(snapshot: Snapshot, id: string): Promise<Group | undefined> {
  const { rows } = await snapshot.connection.query<Group>(
    sql`select ${groupColumns(snapshot)} from groups g ${groupJoins} where g.id = ${id} and ${recorded(snapshot, 'g')}`,
  );
  return rows[0] && withNameNow(rows[0]);
}

/** @throws Refusal `name_taken` */
export async function insertGroup(change: Change, fields: GroupFields): Promise<Group> {
  const id = await insertEntity(change, 'groups', groupRow(fields));
  return { id, ...fields, members: 0, createdAt: change.at, version: change.no };
}

/** Replaces the current row of a group by a new one. @throws Refusal `name_taken` */
export async function updateGroup(change: Change, group: Group, fields: Partial<GroupFields>): Promise<Group> {
  const next = { name: group.name, description: group.description, ...fields };
  await replaceEntity(change, 'groups', group.id, groupRow(next));
  return { ...group, ...next, version: change.no };
}

/** Deletes a group with its members, its own memberships in other groups, and its grants. */
export async function deleteGroup(change: Change, id: string): Promise<void> {
  await endFacts(change, 'memberships', { group_id: [id] });
  await endFacts(change, 'memberships', { member_id: [id] });
  await endFacts(change, 'grants', { principal_id: [id] });
  await endFacts(change, 'groups', { id: [id] });
}

/** The columns of a group's row. */
export const groupRow = ({ name, description }: GroupFields) => ({ name, name_key: foldIdentity(name), description });

/** A page of groups. @throws Refusal `invalid_cursor` */
export async function listGroups(snapshot: Snapshot, query: ListQuery): Promise<Page<Group>> {
  const where = [recorded(snapshot, 'g')];
  const search = searchFor(query.q);
  const text = sql`g.sought`;
  if (search) where.push(search.matches(text));
  const sorted = orderOf(
    { name: [byName('g.name'), byId('g.id')], createdAt: [{ sql: sql`g.created_no`, type: 'int8' }, byId('g.id')] },
    query.sort,
  );
  const found = await page<Group>(
    snapshot,
    {
      name: 'groups',
      select: groupColumns(snapshot),
      alias: 'g',
      from: sql`groups g`,
      joins: groupJoins,
      where,
      whole: !search,
      order: rankedOrder(search, text, query.sort, sorted),
    },
    query,
  );
  return mapPage(found, withNameNow);
}

/** A page of the direct members of a group. @throws Refusal `invalid_cursor` */
export async function listMembers(
  snapshot: Snapshot,
  groupId: string,
  query: ListQuery & { readonly kind?: 'user' | 'group' | undefined },
): Promise<Page<Member>> {
  const where = [sql`m.group_id = ${groupId}`, recorded(snapshot, 'm'), sql`n.name is not null`];
  const search = searchFor(query.q);
  if (search) where.push(search.matches(sql`n.sought`));
  if (query.kind) where.push(sql`m.member_kind = ${query.kind}`);
  const sorted = orderOf(
    {
      name: [byName('n.name'), byId('m.member_id')],
      since: [{ sql: sql`m.no_from`, type: 'int8' }, byId('m.member_id')],
    },
    query.sort,
  );
  const members = await page<MemberRow>(
    snapshot,
    {
      name: `members ${groupId}`,
      select: sql`m.member_id as id, m.member_kind as kind, m.name, m.detail, coalesce(c.at, ${snapshot.at}) as since, ${people(snapshot)}, ${memberNow(snapshot)} as "nameNow"`,
      alias: 'm',
      also: sql`n.name, n.detail`,
      from: sql`memberships m left join lateral (
          select u.name, u.username as detail, u.sought from users u where m.member_kind = 'user' and u.id = m.member_id and ${recorded(snapshot, 'u')}
          union all
          select g.name, null, g.sought from groups g where m.member_kind = 'group' and g.id = m.member_id and ${recorded(snapshot, 'g')}
        ) n on true`,
      joins: sql`left join change c on c.no = m.no_from`,
      where,
      order: rankedOrder(search, sql`n.sought`, query.sort, sorted),
    },
    query,
  );
  return mapPage(members, ({ detail, nameNow: now, ...member }) => {
    const shown = withNameNow(snapshot.asOf === undefined ? member : { ...member, nameNow: now });
    return detail === null ? shown : { ...shown, detail };
  });
}

const memberNow = (snapshot: Snapshot) => sql`
  coalesce(${nameNow(snapshot, 'users', sql`m.member_id`)}, ${nameNow(snapshot, 'groups', sql`m.member_id`)})`;

interface MemberRow extends Omit<Member, 'detail'> {
  readonly detail: string | null;
}

// The number of users in a member: 1 for a user; for a group, the users in it and in its nested groups.
const people = (snapshot: Snapshot) => sql`
  case when m.member_kind = 'user' then 1 else (
    ${withWalks(walkOf(snapshot).everybodyBelow('everybody', sql`select m.member_id`))} select count(distinct id)::int from everybody
  ) end as people`;

/** A group of a user: directly, or through nested groups (`via`, nearest first). */
export interface GroupOfUser {
  readonly group: Ref;
  readonly direct: boolean;
  readonly via: Ref[];
  readonly since: string | null;
}

/** Puts a user or a group into a group. @throws Refusal `already_exists`, `cycle` */
export async function insertMembership(change: Change, groupId: string, member: Principal): Promise<void> {
  await insertFact(change, 'memberships', { group_id: groupId, member_id: member.id, member_kind: member.kind });
}

/** Ends a membership. False if there was none. */
export async function endMembership(change: Change, groupId: string, memberId: string): Promise<boolean> {
  return (await endFacts(change, 'memberships', { group_id: [groupId], member_id: [memberId] })) > 0;
}

/** The groups of a user, each once, with the shortest path. */
export async function groupsOfUser(snapshot: Snapshot, userId: string): Promise<GroupOfUser[]> {
  const { connection, at } = snapshot;
  const walk = walkOf(snapshot);
  const { rows } = await connection.query<Step>(sql`
    ${withWalks(walk.groupsAbove('above', sql`select ${userId}::uuid`))}
    select m.member_id as "from", g.id, g.name, coalesce(c.at, ${at}) as since
    from above a join memberships m on m.member_id = a.id and ${walk.counts('m')}
    join groups g on g.id = m.group_id and ${walk.counts('g')} left join change c on c.no = m.no_from
    order by ${inNameOrder(sql`g.name`)}, g.id`);
  const steps = Map.groupBy(rows, (step) => step.from);
  const found = new Map<string, GroupOfUser>();
  let reached: { id: string; via: Ref[] }[] = [{ id: userId, via: [] }];
  while (reached.length > 0) {
    const next: typeof reached = [];
    for (const { id, via } of reached) {
      for (const step of steps.get(id) ?? []) {
        if (found.has(step.id)) continue;
        const direct = id === userId;
        const group = { id: step.id, name: step.name };
        found.set(step.id, { group, direct, via, since: direct ? step.since : null });
        next.push({ id: step.id, via: [group, ...via] });
      }
    }
    reached = next;
  }
  return [...found.values()];
}

/** The ids of a group and of every group above it: all groups that its members belong to. */
export const groupAndAbove = (snapshot: Snapshot, groupId: string): Promise<string[]> =>
  groupsAndAbove(snapshot, [groupId]);

/** The ids of several groups and of every group above them, each once. */
export async function groupsAndAbove({ connection, at }: Snapshot, groups: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    sql`${withWalks(asRecorded(at).groupsAbove('above', sql`select unnest(${groups}::uuid[])`))} select id from above`,
  );
  return rows.map(({ id }) => id);
}

interface Step extends Ref {
  readonly from: string;
  readonly since: string;
}
