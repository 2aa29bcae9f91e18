import type { Group, Member, Page } from '@licet/contract';
import { recorded } from '../kernel/facts.ts';
import { byId, byName, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { nameNow, withNameNow } from '../kernel/names-now.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { walkOf, withWalks } from '../walk/walk.ts';
import { groupColumns, groupJoins } from './groups.ts';

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

// Everybody below a group, through the groups in it.
const people = (snapshot: Snapshot) => sql`
  case when m.member_kind = 'user' then 1 else (
    ${withWalks(walkOf(snapshot).everybodyBelow('everybody', sql`select m.member_id`))} select count(distinct id)::int from everybody
  ) end as people`;
