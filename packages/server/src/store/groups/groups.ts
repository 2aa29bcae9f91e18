import { foldIdentity, type Group } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import type { Snapshot } from '../kernel/snapshot.ts';

export interface GroupFields {
  readonly name: string;
  readonly description: string;
}

/** The columns of a group as the contract shows it; alias `g`, joined by {@link groupJoins}. */
export const groupColumns = (at: string) => `
  g.id, g.name, g.description, g.no_from as version, coalesce(created.at, ${at}::timestamptz) as "createdAt",
  (select count(*)::int from memberships m where m.group_id = g.id and ${present('m')}) as members`;

/** What {@link groupColumns} needs beside `groups g`. */
export const groupJoins = 'left join change created on created.no = g.created_no';

/** The group with that id, unless deleted. */
export async function findGroup({ connection, at }: Snapshot, id: string): Promise<Group | undefined> {
  const { rows } = await connection.query<Group>(
    `select ${groupColumns('$2')} from groups g ${groupJoins} where g.id = $1 and ${present('g')}`,
    [id, at],
  );
  return rows[0];
}

/** @throws Refusal `name_taken` */
export async function insertGroup(change: Change, fields: GroupFields): Promise<Group> {
  const id = newId();
  await write(change, id, change.no, fields);
  return { id, ...fields, members: 0, createdAt: change.at, version: change.no };
}

/** Replaces the present row of a group by a new one. @throws Refusal `name_taken` */
export async function updateGroup(change: Change, group: Group, fields: Partial<GroupFields>): Promise<Group> {
  const next = { name: group.name, description: group.description, ...fields };
  const { rows } = await change.connection.query<{ created: number }>(
    `select created_no as created from groups g where g.id = $1 and ${present('g')}`,
    [group.id],
  );
  await endFacts(change, 'groups', { id: [group.id] });
  await write(change, group.id, rows[0]?.created ?? change.no, next);
  return { ...group, ...next, version: change.no };
}

/** Deletes a group with its memberships, both ways, and its grants. */
export async function deleteGroup(change: Change, id: string): Promise<void> {
  await endFacts(change, 'memberships', { group_id: [id] });
  await endFacts(change, 'memberships', { member_id: [id] });
  await endFacts(change, 'grants', { principal_id: [id] });
  await endFacts(change, 'groups', { id: [id] });
}

async function write({ connection, no }: Change, id: string, created: number, fields: GroupFields): Promise<void> {
  await connection.query(
    `insert into groups (id, name, name_key, description, created_no, no_from) values ($1, $2, $3, $4, $5, $6)`,
    [id, fields.name, foldIdentity(fields.name), fields.description, created, no],
  );
}
