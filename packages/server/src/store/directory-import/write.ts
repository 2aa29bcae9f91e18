import { type DirectoryReport, limits } from '@licet/contract';
import { type Finding, finding, refuse } from '../../refusal.ts';
import { insertApplication } from '../applications/applications.ts';
import { type Progress, partsOf } from '../import/run.ts';
import type { Change } from '../kernel/change.ts';
import { present } from '../kernel/facts.ts';
import { sql } from '../kernel/sql.ts';
import { findRules } from '../policy/policy.ts';
import { hasIdn } from '../users/addresses.ts';
import { type Made, writeLinks } from './links.ts';
import { linkKinds, type ParsedDirectory } from './parsed.ts';
import { type CredentialKeeping, stageDirectory } from './stage.ts';

export interface DirectoryOrder {
  readonly parsed: ParsedDirectory;
  /** Whether to create applications that are missing. */
  readonly create: boolean;
  /** The reason of the grants, such as “Imported from realm.json”. */
  readonly reason: string;
  readonly keeping: CredentialKeeping;
  readonly onProgress: (progress: Progress) => void;
}

export type DirectoryOutcome = Omit<DirectoryReport, 'dryRun' | 'change'>;

/**
 * Writes what does not exist yet. An existing user, by username, gains missing groups and roles and is not changed
 * otherwise. A user whose address another user has, or whose domain the policy does not allow, is left out.
 * @throws Refusal `not_found` if an application is missing and none may be created
 */
export async function writeDirectory(change: Change, order: DirectoryOrder): Promise<DirectoryOutcome> {
  const { parsed, reason, keeping, onProgress } = order;
  const total = parsed.users.length;
  onProgress({ phase: 'checking', done: 0, total });
  const refused = await stageDirectory(change, parsed, keeping);
  onProgress({ phase: 'checking', done: total, total });
  const applications = await writeApplications(change, order);
  const roles = await writeRoles(change);
  const groups = await writeGroups(change);
  let done = 0;
  const all = total + linkKinds.reduce((sum, kind) => sum + parsed.links[kind].length, 0);
  const onWritten = (count: number) => {
    done += count;
    onProgress({ phase: 'writing', done, total: all });
  };
  const people = await writeUsers(change, total, onWritten);
  const links = await writeLinks(change, { parsed, reason, onWritten });
  const { takenNames, elsewhereNames, ...counts } = people;
  const knownNames = new Set(people.knownKeys);
  const { knownKeys: _, ...outcome } = counts;
  const leftOut = new LeftOut();
  for (const username of takenNames) leftOut.add(finding('address_of_another', {}), username);
  for (const username of elsewhereNames) leftOut.add(finding('address_of_no_domain', {}), username);
  for (const { username, why } of refused) if (!knownNames.has(username)) leftOut.add(why, username);
  return { applications, roles, groups, ...links, ...outcome, leftOut: leftOut.lines() };
}

async function writeApplications(change: Change, { create }: DirectoryOrder): Promise<Made> {
  const { connection } = change;
  await connection.query(
    sql`update import_applications i set id = a.id, known = true from applications a where a.key = i.key and ${present('a')}`,
  );
  const { rows } = await connection.query<{ key: string; name: string; known: boolean }>(
    'select key, name, known from import_applications order by n',
  );
  const missing = rows.filter(({ known }) => !known);
  if (missing.length > 0 && !create)
    refuse('not_found', 'import_applications_unknown', { applications: missing.map(({ key }) => key) });
  for (const { key, name } of missing) {
    const id = await insertApplication(change, key, { name, description: '' });
    await connection.query(sql`update import_applications set id = ${id} where key = ${key}`);
  }
  await connection.query('update import_roles r set app_id = a.id from import_applications a where a.key = r.app_key');
  return { made: missing.length, there: rows.length - missing.length };
}

async function writeRoles({ connection, no }: Change): Promise<Made> {
  const there = await connection.query(
    sql`update import_roles i set id = r.id, known = true from roles r where r.app_id = i.app_id and r.name = i.name and ${present('r')}`,
  );
  const made = await connection.query(
    sql`insert into roles (id, app_id, name, title, created_no, no_from)
     select id, app_id, name, title, ${no}, ${no} from import_roles where not known`,
  );
  return { made: made.rowCount ?? 0, there: there.rowCount ?? 0 };
}

async function writeGroups({ connection, no }: Change): Promise<Made> {
  const there = await connection.query(
    sql`update import_groups i set id = g.id, known = true from groups g where g.name_key = i.key and ${present('g')}`,
  );
  const made = await connection.query(
    sql`insert into groups (id, name, name_key, description, created_no, no_from)
     select id, name, key, description, ${no}, ${no} from import_groups where not known`,
  );
  return { made: made.rowCount ?? 0, there: there.rowCount ?? 0 };
}

async function writeUsers({ connection, no, at }: Change, total: number, onWritten: (count: number) => void) {
  await connection.query(
    sql`update import_users i set id = u.id, known = true from users u where u.username_key = i.key and ${present('u')}`,
  );
  await connection.query(
    sql`update import_users i set taken = true from users u where not i.known and u.email_key = i.email_key and ${present('u')}`,
  );
  // The address may also have its domain in the other form, Unicode or ASCII (migration 0120).
  await connection.query(
    sql`update import_users i set taken = true from users u where not i.known and ${hasIdn(sql`i.email_key`)}
      and ${hasIdn(sql`u.email_key`)} and address_key(u.email_key) = address_key(i.email_key) and ${present('u')}`,
  );
  const { emailDomains } = await findRules(connection);
  if (emailDomains.length > 0)
    await connection.query(
      sql`update import_users set taken = true, elsewhere = true
       where not known and not taken and substring(address_key(email_key) from '[^@]*$') <> all(${emailDomains})`,
    );
  let made = 0;
  for (const { from, to } of partsOf(total)) {
    const { rowCount } = await connection.query(
      sql`insert into users (id, username, username_key, email, email_key, name, job_title, status, created_no, no_from)
       select id, username, key, email, email_key, name, job_title, ${stateOf}, ${no}, ${no} from import_users
       where ${isNew} and n >= ${from} and n < ${to}`,
    );
    made += rowCount ?? 0;
    onWritten(to - from);
  }
  await connection.query(
    sql`insert into credentials (user_id, password_hash, set_at) select id, hash, ${at} from import_users where ${isNew} and hash is not null`,
  );
  await connection.query(
    sql`insert into address_states (user_id, address, verified_at)
     select id, email, case when verified then ${at}::timestamptz end from import_users
     where ${isNew} and email is not null and verified is not null`,
  );
  // The current time step counts as used, so a code that was just used in the other system is not accepted here.
  await connection.query(
    sql`insert into totp (user_id, secret, added_at, last_step)
     select id, totp, ${at}::timestamptz, floor(extract(epoch from ${at}::timestamptz) / ${limits.totpStep.value})::int8
     from import_users where ${isNew} and totp is not null`,
  );
  const { rows } = await connection.query<Counted>(sql`
    select count(*) filter (where known)::int as there, count(*) filter (where ${isNew} and hash is not null)::int as "withPassword",
      count(*) filter (where ${isNew} and totp is not null)::int as "withTotp",
      count(*) filter (where ${isNew} and suspended)::int as suspended,
      count(*) filter (where ${isNew} and not suspended and hash is null)::int as invited,
      coalesce((array_agg(username order by n) filter (where ${isNew}))[1:${limits.importErrorsShown.value}], '{}') as new,
      coalesce(array_agg(username order by n) filter (where known), '{}') as "knownKeys",
      coalesce(array_agg(username order by n) filter (where taken and not elsewhere), '{}') as "takenNames",
      coalesce(array_agg(username order by n) filter (where elsewhere), '{}') as "elsewhereNames" from import_users`);
  const { there = 0, ...counted } = rows[0] ?? nobody;
  const { rows: namesakes } = await connection.query<DirectoryReport['namesakes'][number]>(sql`
    select i.username, u.email as here, i.email as there from import_users i join users u on u.id = i.id and ${present('u')}
    where i.known and i.email_key <> u.email_key and address_key(i.email_key) <> address_key(u.email_key) order by i.n limit ${limits.importErrorsShown.value}`);
  const known = counted.knownKeys.slice(0, limits.importErrorsShown.value);
  return { ...counted, users: { made, there }, known, namesakes };
}

interface Counted {
  readonly there: number;
  readonly withPassword: number;
  readonly withTotp: number;
  readonly suspended: number;
  readonly invited: number;
  readonly new: string[];
  readonly knownKeys: string[];
  readonly takenNames: string[];
  readonly elsewhereNames: string[];
}

const nobody: Counted = {
  there: 0,
  withPassword: 0,
  withTotp: 0,
  suspended: 0,
  invited: 0,
  new: [],
  knownKeys: [],
  takenNames: [],
  elsewhereNames: [],
};
const isNew = sql`(not known and not taken)`;
const stateOf = sql`case when suspended then 'suspended' when hash is null then 'invited' else 'active' end`;

type Line = DirectoryReport['leftOut'][number];

/** Collects what was left out: for each reason one line, with the first names and the number of all names. */
export class LeftOut {
  readonly #lines: Map<string, Line>;

  constructor(before: readonly Line[] = []) {
    this.#lines = new Map(before.map((line) => [line.why, { ...line, names: [...line.names] }]));
  }

  add({ sentence: why, ...said }: Finding, name: string): void {
    const line = this.#lines.get(why) ?? { why, ...said, count: 0, names: [] };
    line.count += 1;
    if (line.names.length < limits.importErrorsShown.value) line.names.push(name);
    this.#lines.set(why, line);
  }

  lines(): Line[] {
    return [...this.#lines.values()];
  }
}
