import { adminRole, foldIdentity, licetApplication, type Ref } from '@licet/contract';
import type { Database } from '../kernel/database.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';

/** A user, as signing in and tokens need to know them. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly name: string;
  readonly status: 'invited' | 'active' | 'suspended';
  /** Whether the user holds the role admin of Licet, directly or through groups, now or later. */
  readonly administrator: boolean;
}

export interface SignInAccount extends Account {
  readonly passwordHash: string | null;
}

/** The user with that id, if there is one. */
export async function findAccount(database: Database, userId: string): Promise<Account | undefined> {
  const { rows } = await poolOf(database).query<Account>({
    name: 'account',
    text: `${accountQuery('')} where u.id = $1::uuid and u.no_to = ${forever}`,
    values: [userId, licetApplication, adminRole],
  });
  return rows[0];
}

/** The user who signs in with that username or e-mail address, however it is written. */
export async function findSignInAccount(database: Database, login: string): Promise<SignInAccount | undefined> {
  const key = foldIdentity(login.trim());
  const column = key.includes('@') ? 'email_key' : 'username_key';
  const { rows } = await poolOf(database).query<SignInAccount>(
    `${accountQuery(', p.password_hash as "passwordHash"')} where u.${column} = $1 and u.no_to = ${forever}`,
    [key, licetApplication, adminRole],
  );
  return rows[0];
}

/** The same by id, for somebody who is signed in and proves it again. */
export async function accountWithPassword(database: Database, userId: string): Promise<SignInAccount | undefined> {
  const { rows } = await poolOf(database).query<SignInAccount>(
    `${accountQuery(', p.password_hash as "passwordHash"')} where u.id = $1::uuid and u.no_to = ${forever}`,
    [userId, licetApplication, adminRole],
  );
  return rows[0];
}

/** What a password must not contain: the names by which the user and the organisation go. */
export async function organisationName(connection: Queryable): Promise<string> {
  const { rows } = await connection.query<{ organisation: string }>(
    `select organisation from settings where no_to = ${forever}`,
  );
  return rows[0]?.organisation ?? '';
}

/** The name of a client and of the application that it belongs to. */
export async function clientNames(
  database: Database,
  clientId: string,
): Promise<{ client: string; application: Ref } | undefined> {
  const { rows } = await poolOf(database).query<{ client: string; key: string; application: string }>(
    `select c.name as client, a.key, a.name as application
     from clients c join applications a on a.id = c.app_id and a.no_to = ${forever}
     where c.id = $1::uuid and c.no_to = ${forever}`,
    [clientId],
  );
  const [row] = rows;
  return row && { client: row.client, application: { id: row.key, name: row.application } };
}

const forever = '9223372036854775807';

const accountQuery = (more: string) => `
  with licet_admin as (
    select r.id from roles r join applications a on a.id = r.app_id and a.no_to = ${forever}
    where a.key = $2 and r.name = $3 and r.no_to = ${forever}
  )
  select u.id, u.username, u.email, u.name, u.status${more},
    exists (
      with recursive g(id) as (
        select u.id
        union
        select m.group_id from g join memberships m on m.member_id = g.id and m.no_to = ${forever}
      )
      select from g join grants x on x.principal_id = g.id and x.no_to = ${forever}
        and x.role_id = (select id from licet_admin) and x.ends > clock_timestamp()
    ) as administrator
  from users u left join credentials p on p.user_id = u.id`;
