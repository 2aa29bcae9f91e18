import type { Change } from '../store/kernel/change.ts';

/** The input of {@link largeRoles}. */
export interface LargeRoles {
  /** The identifier of the application. */
  readonly application: string;
  /** The number of permissions of the role `large`. Each name has `length` characters. */
  readonly permissions: number;
  readonly length?: number;
  /** The number of roles that include `large`. All of them are granted to each principal in `to`. */
  readonly roles: number;
  readonly to: readonly { readonly kind: 'user' | 'group'; readonly id: string }[];
}

/**
 * Inserts roles that include a large one directly, because the calls would take minutes. Returns the id of the large
 * role.
 */
export async function largeRoles(
  { connection, no, at }: Change,
  { application, permissions, length = 20, roles, to }: LargeRoles,
): Promise<string> {
  const { rows } = await connection.query<{ app: string; large: string }>(
    `insert into roles (id, app_id, name, title, built_in, created_no, no_from)
     select gen_random_uuid(), a.id, 'large', '', false, $2, $2 from applications a where a.key = $1 and a.no_to = 9223372036854775807
     returning app_id as app, id as large`,
    [application, no],
  );
  const { app = '', large = '' } = rows[0] ?? {};
  await connection.query(
    `with made as (
       insert into permissions (id, app_id, name, title, created_no, no_from)
       select gen_random_uuid(), $1, lpad(n::text, $4, 'x'), '', $2, $2 from generate_series(1, $3::int) n returning id
     ) insert into role_permissions (role_id, permission_id, no_from) select $5, id, $2 from made`,
    [app, no, permissions, length, large],
  );
  await connection.query(
    `with made as (
       insert into roles (id, app_id, name, title, built_in, created_no, no_from)
       select gen_random_uuid(), $1, 'role ' || n, '', false, $2, $2 from generate_series(1, $3::int) n returning id
     ), included as (insert into inclusions (role_id, included_id, no_from) select id, $4, $2 from made)
     insert into grants (id, app_id, principal_id, principal_kind, role_id, starts, reason, granted_by, created_no, no_from)
     select gen_random_uuid(), $1, them.id, them.kind, made.id, $5, '', 'test', $2, $2
     from made cross join unnest($6::uuid[], $7::text[]) them(id, kind)`,
    [app, no, roles, large, at, to.map(({ id }) => id), to.map(({ kind }) => kind)],
  );
  return large;
}

/** Inserts `count` roles that each include all of `parts`, and that the role `large` includes. */
export async function rolesBetween(
  { connection, no }: Change,
  large: string,
  count: number,
  parts: readonly string[],
): Promise<void> {
  await connection.query(
    `with made as (
       insert into roles (id, app_id, name, title, built_in, created_no, no_from)
       select gen_random_uuid(), r.app_id, 'small ' || n, '', false, $2, $2 from roles r, generate_series(1, $4::int) n where r.id = $1 returning id
     ), below as (insert into inclusions (role_id, included_id, no_from) select made.id, part, $2 from made, unnest($3::uuid[]) part)
     insert into inclusions (role_id, included_id, no_from) select $1, id, $2 from made`,
    [large, no, parts, count],
  );
}

/** Inserts roles that each include all later ones and the role `base`, because the calls would take minutes. */
export async function rolesInEachOther(
  { connection, no }: Change,
  { application, roles, base }: { readonly application: string; readonly roles: number; readonly base: string },
): Promise<void> {
  // Without triggers: one searches for a cycle after each inclusion.
  await connection.query('set local session_replication_role = replica');
  await connection.query(
    `with made as (
       insert into roles (id, app_id, name, title, built_in, created_no, no_from)
       select gen_random_uuid(), a.id, 'role ' || n, '', false, $2, $2
       from applications a, generate_series(1, $3::int) n where a.key = $1 and a.no_to = 9223372036854775807 returning id
     ), numbered as (select id, row_number() over () as n from made)
     insert into inclusions (role_id, included_id, no_from)
     select a.id, b.id, $2 from numbered a join numbered b on a.n < b.n
     union all select id, $4, $2 from numbered`,
    [application, no, roles, base],
  );
  await connection.query('set local session_replication_role = origin');
}

/** Inserts `count` roles that each include all of `inner`, which belong to one application. */
export async function rolesAround({ connection, no }: Change, count: number, inner: readonly string[]): Promise<void> {
  await connection.query(
    `with made as (
       insert into roles (id, app_id, name, title, built_in, created_no, no_from)
       select gen_random_uuid(), r.app_id, 'around ' || n, '', false, $2, $2
       from roles r, generate_series(1, $3::int) n where r.id = $1 and r.no_to = 9223372036854775807 returning id
     ) insert into inclusions (role_id, included_id, no_from) select made.id, inner_id, $2 from made, unnest($4::uuid[]) inner_id`,
    [inner[0], no, count, inner],
  );
}
