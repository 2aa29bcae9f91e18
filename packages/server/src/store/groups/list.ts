import type { Group, Member, Page } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { byId, byName, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import { parameters } from '../kernel/parameters.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { groupColumns, groupJoins } from './groups.ts';

/** A page of groups. @throws Refusal `invalid_cursor` */
export function listGroups(snapshot: Snapshot, query: ListQuery): Promise<Page<Group>> {
  const values = parameters(snapshot.at);
  const where = [present('g')];
  const search = searchFor(query.q, values);
  const text = 'g.search';
  if (search) where.push(search.matches(text));
  const sorted = orderOf(
    { name: [byName('g.name'), byId('g.id')], createdAt: [{ sql: 'g.created_no', type: 'int8' }, byId('g.id')] },
    query.sort,
  );
  return page<Group>(
    snapshot,
    {
      name: 'groups',
      select: groupColumns('$1'),
      alias: 'g',
      from: 'groups g',
      joins: groupJoins,
      where,
      order: rankedOrder(search, text, query.sort, sorted),
      parameters: values,
    },
    query,
  );
}

/** A page of the direct members of a group. @throws Refusal `invalid_cursor` */
export async function listMembers(
  snapshot: Snapshot,
  groupId: string,
  query: ListQuery & { readonly kind?: 'user' | 'group' | undefined },
): Promise<Page<Member>> {
  const values = parameters(snapshot.at, groupId);
  const where = ['m.group_id = $2', present('m'), 'n.name is not null'];
  const search = searchFor(query.q, values);
  if (search) where.push(search.matches('n.search'));
  if (query.kind) where.push(`m.member_kind = ${values.add(query.kind)}`);
  const sorted = orderOf(
    { name: [byName('n.name'), byId('m.member_id')], since: [{ sql: 'm.no_from', type: 'int8' }, byId('m.member_id')] },
    query.sort,
  );
  const members = await page<MemberRow>(
    snapshot,
    {
      name: `members ${groupId}`,
      select: `m.member_id as id, m.member_kind as kind, m.name, m.detail, coalesce(c.at, $1) as since, ${people}`,
      alias: 'm',
      also: 'n.name, n.detail',
      from: `memberships m left join lateral (
          select u.name, u.username as detail, u.search from users u where m.member_kind = 'user' and u.id = m.member_id and ${present('u')}
          union all
          select g.name, null, g.search from groups g where m.member_kind = 'group' and g.id = m.member_id and ${present('g')}
        ) n on true`,
      joins: 'left join change c on c.no = m.no_from',
      where,
      order: rankedOrder(search, 'n.search', query.sort, sorted),
      parameters: values,
    },
    query,
  );
  return mapPage(members, ({ detail, ...member }) => (detail === null ? member : { ...member, detail }));
}

interface MemberRow extends Omit<Member, 'detail'> {
  readonly detail: string | null;
}

const people = `
  case when m.member_kind = 'user' then 1 else (
    with recursive behind(id, kind) as (
      select m.member_id, 'group'
      union
      select n.member_id, n.member_kind from behind b join memberships n on n.group_id = b.id and ${present('n')}
    ) select count(*)::int from behind where kind = 'user'
  ) end as people`;
