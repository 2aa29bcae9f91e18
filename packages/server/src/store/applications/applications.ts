import { type Application, adminRole, licetApplication, type Page, type Ref } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import {
  endFacts,
  insertEntity,
  insertFact,
  nameNowColumn,
  present,
  recorded,
  replaceEntity,
  withNameNow,
} from '../kernel/facts.ts';
import { byId, byName, inNameOrder, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { identifier, named, sql } from '../kernel/sql.ts';
import { lapseRequests } from '../requests/requests.ts';
import { walkOf } from '../walk/walk.ts';
import { deleteClient, listClients } from './clients.ts';

/** An application without its counts. `id` is its public identifier; `factId` is the internal id of its facts. */
export interface StoredApplication extends Pick<Application, 'id' | 'name' | 'description' | 'builtIn' | 'version'> {
  readonly factId: string;
}

export interface ApplicationFields {
  readonly name: string;
  readonly description: string;
}

/**
 * The columns of an application (alias `a`) in the form of the contract. The query must include
 * {@link applicationJoins}.
 */
export const applicationColumns = (snapshot: Snapshot) => sql`
  a.key as id, a.name, a.description, a.built_in as "builtIn", a.no_from as version,
  coalesce(created.at, ${snapshot.at}::timestamptz) as "createdAt",
  (select count(*)::int from permissions p where p.app_id = a.id and ${recorded(snapshot, 'p')}) as permissions,
  (select count(*)::int from roles r where r.app_id = a.id and ${recorded(snapshot, 'r')}) as roles,
  ${grantCount(snapshot)} as grants,
  (select count(*)::int from clients x where x.app_id = a.id and ${recorded(snapshot, 'x')}) as clients,
  coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by ${inNameOrder(sql`u.name`)}, u.id)
            from owners o join users u on u.id = o.user_id and ${recorded(snapshot, 'u')}
            where o.app_id = a.id and ${recorded(snapshot, 'o')}), '[]') as owners${nameNowColumn(snapshot, 'applications', sql`a.id`)}`;

/**
 * SQL for the number of grants that have not ended. A counter is stored for the newest snapshot; for a past instant the
 * grants are counted.
 */
const grantCount = (snapshot: Snapshot) =>
  snapshot.asOf === undefined
    ? sql`(coalesce((select c.total from grant_counts c where c.app_id = a.id), 0)
    - (select count(*) from grants x where x.app_id = a.id and ${present('x')} and x.ends <= ${snapshot.at}::timestamptz))::int`
    : sql`(select count(*)::int from grants x where x.app_id = a.id and ${walkOf(snapshot).grantedOrLater('x')})`;

/** The joins that {@link applicationColumns} needs in addition to `applications a`. */
export const applicationJoins = sql`left join change created on created.no = a.created_no`;

/** The application with that identifier, unless deleted. */
export async function findApplication(snapshot: Snapshot, key: string): Promise<StoredApplication | undefined> {
  const { rows } = await snapshot.connection.query<StoredApplication>(
    named(
      `find-application${snapshot.asOf === undefined ? '' : '-then'}`,
      sql`select a.id as "factId", a.key as id, a.name, a.description, a.built_in as "builtIn", a.no_from as version
           from applications a where a.key = ${key.replaceAll('\0', ' ')} and ${recorded(snapshot, 'a')}`,
    ),
  );
  return rows[0];
}

/** The fact ids of the applications with these identifiers, in their order; null for a missing one. */
export async function factIdsOf({ connection }: Snapshot, keys: readonly string[]): Promise<(string | null)[]> {
  if (keys.length === 0) return [];
  const { rows } = await connection.query<{ id: string | null }>(sql`
    select a.id from unnest(${keys.map((key) => key.replaceAll('\0', ' '))}::text[]) with ordinality k(key, place)
    left join applications a on a.key = k.key and ${present('a')} order by k.place`);
  return rows.map(({ id }) => id);
}

/** An application in the shape of the contract, with its owners and counts. */
export async function describeApplication(snapshot: Snapshot, factId: string): Promise<Application | undefined> {
  const { rows } = await snapshot.connection.query<Application>(
    named(
      `describe-application${snapshot.asOf === undefined ? '' : '-then'}`,
      sql`select ${applicationColumns(snapshot)} from applications a ${applicationJoins} where a.id = ${factId} and ${recorded(snapshot, 'a')}`,
    ),
  );
  return rows[0] && withNameNow(rows[0]);
}

/** Registers an application with its built-in role `admin`, and returns the id of its facts. @throws Refusal `name_taken` */
export async function insertApplication(change: Change, key: string, fields: ApplicationFields): Promise<string> {
  const { name, description } = fields;
  const appId = await insertEntity(change, 'applications', {
    key,
    name,
    description,
    built_in: key === licetApplication,
  });
  await insertEntity(change, 'roles', { app_id: appId, name: adminRole, title: 'May do everything', built_in: true });
  return appId;
}

/** Replaces the current row of an application by a new one. */
export async function updateApplication(
  change: Change,
  application: StoredApplication,
  fields: Partial<ApplicationFields>,
): Promise<void> {
  const { id: key, name, description, builtIn } = { ...application, ...fields };
  await replaceEntity(change, 'applications', application.factId, { key, name, description, built_in: builtIn });
}

/** Deletes an application with everything in it. */
export async function deleteApplication(change: Change, factId: string): Promise<void> {
  const { connection } = change;
  const { rows } = await connection.query<{ id: string }>(
    sql`select r.id from roles r where r.app_id = ${factId} and ${present('r')}`,
  );
  const roles = rows.map(({ id }) => id);
  for (const { id } of await listClients(change, factId)) await deleteClient(change, id);
  await endFacts(change, 'inclusions', { role_id: roles });
  await endFacts(change, 'role_permissions', { role_id: roles });
  for (const table of ['grants', 'owners', 'roles', 'permissions', 'application_policies', 'role_policies'] as const)
    await endFacts(change, table, { app_id: [factId] });
  await lapseRequests(change, 'app_id', [factId]);
  await endFacts(change, 'applications', { id: [factId] });
}

/** The owners of an application, by name. */
export async function listOwners(snapshot: Snapshot, factId: string) {
  const { rows } = await snapshot.connection.query<Ref & { nameNow?: string | null; detail: string; since: string }>(
    sql`select u.id, u.name, u.username as detail, coalesce(c.at, ${snapshot.at}) as since${nameNowColumn(snapshot, 'users', sql`u.id`)}
     from owners o join users u on u.id = o.user_id and ${recorded(snapshot, 'u')} left join change c on c.no = o.no_from
     where o.app_id = ${factId} and ${recorded(snapshot, 'o')} order by ${inNameOrder(sql`u.name`)}, u.id`,
  );
  return rows.map((row) => ({ kind: 'user' as const, ...withNameNow(row) }));
}

/** @throws Refusal `already_exists` */
export async function insertOwner(change: Change, factId: string, userId: string): Promise<void> {
  await insertFact(change, 'owners', { app_id: factId, user_id: userId });
}

/** Ends an ownership. False if the user was not an owner. */
export async function endOwner(change: Change, factId: string, userId: string): Promise<boolean> {
  return (await endFacts(change, 'owners', { app_id: [factId], user_id: [userId] })) > 0;
}

/** The identifiers of the applications that one of the users owns. */
export async function ownedBy({ connection, no }: Snapshot, users: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query<{ key: string }>(
    named(
      'owned-by',
      sql`select distinct a.key from owners o join applications a on a.id = o.app_id and ${present('a')}
           where o.user_id = any(${users}::uuid[]) and ${inForce('o', no)} order by a.key`,
    ),
  );
  return rows.map(({ key }) => key);
}

/** The name and title of a permission or a role in a catalogue. */
export interface CatalogueName {
  readonly name: string;
  readonly title: string;
}

/** The names and titles of all permissions and roles of an application, sorted by code point. */
export async function catalogueOf({ connection, no }: Snapshot, appId: string) {
  const names = async (table: 'permissions' | 'roles') => {
    const { rows } = await connection.query<CatalogueName>(
      named(
        `catalogue-${table}`,
        sql`select f.name, f.title from ${identifier(table)} f where f.app_id = ${appId} and ${inForce('f', no)} order by f.name`,
      ),
    );
    return rows;
  };
  return { permissions: await names('permissions'), roles: await names('roles') };
}

/** A page of applications: all, or those with the given identifiers. @throws Refusal `invalid_cursor` */
export async function listApplications(
  snapshot: Snapshot,
  query: ListQuery,
  only: readonly string[] | undefined,
): Promise<Page<Application>> {
  const where = [recorded(snapshot, 'a')];
  // Only the applications that have the identifiers now; a deleted application may have had the same one.
  if (only)
    where.push(sql`a.id in (select n.id from applications n where n.key = any(${only}::text[]) and ${present('n')})`);
  const search = searchFor(query.q);
  const text = sql`a.sought`;
  if (search) where.push(search.matches(text));
  const sorted = orderOf(
    { name: [byName('a.name'), byId('a.id')], createdAt: [{ sql: sql`a.created_no`, type: 'int8' }, byId('a.id')] },
    query.sort,
  );
  const found = await page<Application>(
    snapshot,
    {
      name: 'applications',
      select: applicationColumns(snapshot),
      alias: 'a',
      from: sql`applications a`,
      joins: applicationJoins,
      where,
      whole: !search,
      order: rankedOrder(search, text, query.sort, sorted),
    },
    query,
  );
  return mapPage(found, withNameNow);
}
