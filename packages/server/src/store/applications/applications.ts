import { type Application, adminRole, licetApplication, type Ref } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { lapseRequests } from '../requests/requests.ts';

/** An application by itself, with the id of its facts beside the identifier (`id`) that people use. */
export interface StoredApplication extends Pick<Application, 'id' | 'name' | 'description' | 'builtIn' | 'version'> {
  readonly factId: string;
}

export interface ApplicationFields {
  readonly name: string;
  readonly description: string;
}

/** The columns of an application as the contract shows it; alias `a`, joined by {@link applicationJoins}. */
export const applicationColumns = (at: string) => `
  a.key as id, a.name, a.description, a.built_in as "builtIn", a.no_from as version,
  coalesce(created.at, ${at}::timestamptz) as "createdAt",
  (select count(*)::int from permissions p where p.app_id = a.id and ${present('p')}) as permissions,
  (select count(*)::int from roles r where r.app_id = a.id and ${present('r')}) as roles,
  (coalesce((select c.total from grant_counts c where c.app_id = a.id), 0)
    - (select count(*) from grants x where x.app_id = a.id and ${present('x')} and x.ends <= ${at}::timestamptz))::int as grants,
  (select count(*)::int from clients x where x.app_id = a.id and ${present('x')}) as clients,
  coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name, u.id)
            from owners o join users u on u.id = o.user_id and ${present('u')}
            where o.app_id = a.id and ${present('o')}), '[]') as owners`;

/** What {@link applicationColumns} needs beside `applications a`. */
export const applicationJoins = 'left join change created on created.no = a.created_no';

/** The application with that identifier, unless deleted. */
export async function findApplication({ connection }: Snapshot, key: string): Promise<StoredApplication | undefined> {
  const { rows } = await connection.query<StoredApplication>({
    name: 'find-application',
    text: `select a.id as "factId", a.key as id, a.name, a.description, a.built_in as "builtIn", a.no_from as version
           from applications a where a.key = $1 and ${present('a')}`,
    values: [key.replaceAll('\0', ' ')],
  });
  return rows[0];
}

/** An application as the contract shows it: with its owners, and counts of what is in it. */
export async function describeApplication(
  { connection, at }: Snapshot,
  factId: string,
): Promise<Application | undefined> {
  const { rows } = await connection.query<Application>({
    name: 'describe-application',
    text: `select ${applicationColumns('$2')} from applications a ${applicationJoins} where a.id = $1 and ${present('a')}`,
    values: [factId, at],
  });
  return rows[0];
}

/** Registers an application with its built-in role `admin`. Answers the id of its facts. @throws Refusal `name_taken` */
export async function insertApplication(change: Change, key: string, fields: ApplicationFields): Promise<string> {
  const { connection, no } = change;
  const id = newId();
  await connection.query(
    `insert into applications (id, key, name, description, built_in, created_no, no_from) values ($1, $2, $3, $4, $5, $6, $6)`,
    [id, key, fields.name, fields.description, key === licetApplication, no],
  );
  await connection.query(
    `insert into roles (id, app_id, name, title, built_in, created_no, no_from) values ($1, $2, $3, $4, true, $5, $5)`,
    [newId(), id, adminRole, 'May do everything', no],
  );
  return id;
}

/** Replaces the present row of an application by a new one. */
export async function updateApplication(
  change: Change,
  application: StoredApplication,
  fields: Partial<ApplicationFields>,
): Promise<void> {
  const next = { name: application.name, description: application.description, ...fields };
  const { rows } = await change.connection.query<{ created: number }>(
    `select created_no as created from applications a where a.id = $1 and ${present('a')}`,
    [application.factId],
  );
  await endFacts(change, 'applications', { id: [application.factId] });
  await change.connection.query(
    `insert into applications (id, key, name, description, built_in, created_no, no_from) values ($1, $2, $3, $4, $5, $6, $7)`,
    [application.factId, application.id, next.name, next.description, application.builtIn, rows[0]?.created, change.no],
  );
}

/** Deletes an application with everything in it. */
export async function deleteApplication(change: Change, factId: string): Promise<void> {
  const { connection } = change;
  const { rows } = await connection.query<{ id: string }>(
    `select r.id from roles r where r.app_id = $1 and ${present('r')}`,
    [factId],
  );
  const roles = rows.map(({ id }) => id);
  await endFacts(change, 'inclusions', { role_id: roles });
  await endFacts(change, 'role_permissions', { role_id: roles });
  for (const table of ['grants', 'clients', 'owners', 'roles', 'permissions'] as const)
    await endFacts(change, table, { app_id: [factId] });
  await lapseRequests(change, 'app_id', [factId]);
  await endFacts(change, 'applications', { id: [factId] });
}

/** The owners of an application, by name. */
export async function listOwners({ connection, at }: Snapshot, factId: string) {
  const { rows } = await connection.query<Ref & { detail: string; since: string }>(
    `select u.id, u.name, u.username as detail, coalesce(c.at, $2) as since
     from owners o join users u on u.id = o.user_id and ${present('u')} left join change c on c.no = o.no_from
     where o.app_id = $1 and ${present('o')} order by lower(u.name) collate "C", u.id`,
    [factId, at],
  );
  return rows.map((row) => ({ kind: 'user' as const, ...row }));
}

/** @throws Refusal `already_exists` */
export async function insertOwner({ connection, no }: Change, factId: string, userId: string): Promise<void> {
  await connection.query('insert into owners (app_id, user_id, no_from) values ($1, $2, $3)', [factId, userId, no]);
}

/** Whether there was such an ownership to end. */
export async function endOwner(change: Change, factId: string, userId: string): Promise<boolean> {
  return (await endFacts(change, 'owners', { app_id: [factId], user_id: [userId] })) > 0;
}

/** The identifiers of the applications that a user owns. */
export async function ownedBy({ connection }: Snapshot, userId: string): Promise<string[]> {
  const { rows } = await connection.query<{ key: string }>({
    name: 'owned-by',
    text: `select a.key from owners o join applications a on a.id = o.app_id and ${present('a')}
           where o.user_id = $1 and ${present('o')} order by a.key`,
    values: [userId],
  });
  return rows.map(({ key }) => key);
}
