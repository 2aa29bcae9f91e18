import { foldIdentity, type Group } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, insertEntity, recorded, replaceEntity } from '../kernel/facts.ts';
import { nameNowColumn, withNameNow } from '../kernel/names-now.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';

export interface GroupFields {
  readonly name: string;
  readonly description: string;
}

/** The columns of a group as the contract shows it; alias `g`, joined by {@link groupJoins}. */
export const groupColumns = (snapshot: Snapshot) => sql`
  g.id, g.name, g.description, g.no_from as version, coalesce(created.at, ${snapshot.at}::timestamptz) as "createdAt",
  (select count(*)::int from memberships m where m.group_id = g.id and ${recorded(snapshot, 'm')}) as members${nameNowColumn(snapshot, 'groups', sql`g.id`)}`;

/** The joins that {@link groupColumns} needs beside `groups g`. */
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

/** Replaces the present row of a group by a new one. @throws Refusal `name_taken` */
export async function updateGroup(change: Change, group: Group, fields: Partial<GroupFields>): Promise<Group> {
  const next = { name: group.name, description: group.description, ...fields };
  await replaceEntity(change, 'groups', group.id, groupRow(next));
  return { ...group, ...next, version: change.no };
}

/** Deletes a group with its memberships, both ways, and its grants. */
export async function deleteGroup(change: Change, id: string): Promise<void> {
  await endFacts(change, 'memberships', { group_id: [id] });
  await endFacts(change, 'memberships', { member_id: [id] });
  await endFacts(change, 'grants', { principal_id: [id] });
  await endFacts(change, 'groups', { id: [id] });
}

/** The columns of a group's row. */
export const groupRow = ({ name, description }: GroupFields) => ({ name, name_key: foldIdentity(name), description });
