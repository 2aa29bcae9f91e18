import type { User } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';
import { emailVerified } from '../users/addresses.ts';

/** A user who is linked to entries of a directory. */
export interface LinkedPerson extends Pick<User, 'id' | 'username' | 'name' | 'email' | 'emailVerified' | 'status'> {
  /** The permanent ids of their entries in the directory. */
  readonly subjects: readonly string[];
  /** Whether a synchronisation with this directory suspended the user, and has not found their entry active since. */
  readonly absent: boolean;
  /** Whether the user is suspended for this reason only, and was not reactivated since. */
  readonly suspendedForIt: boolean;
}

/** All users who are linked to a directory, by name. */
export async function linkedPeople(
  { connection }: { readonly connection: Queryable },
  connectionId: string,
  issuer: string,
): Promise<LinkedPerson[]> {
  const { rows } = await connection.query<
    Omit<LinkedPerson, 'suspendedForIt'> & { since: User['status'][] | null }
  >(sql`
    select u.id, u.username, u.name, u.email, u.status, ${emailVerified()} as "emailVerified", i.subjects,
      a.suspended_no is not null as absent,
      (select array_agg(distinct o.status) from users o where o.id = u.id and o.no_from >= a.suspended_no) as since
    from (
      select user_id, array_agg(subject order by linked_at, id) as subjects from identities where issuer = ${issuer} group by user_id
    ) i join users u on u.id = i.user_id and ${present('u')}
      left join directory_absences a on a.connection_id = ${connectionId} and a.user_id = u.id
    order by u.name, u.id`);
  return rows.map(({ since, ...row }) => ({
    ...row,
    suspendedForIt: row.absent && (since ?? []).every((status) => status === 'suspended') && row.status === 'suspended',
  }));
}

/** The direct memberships of the given users in the given groups, as `user group`. */
export async function directlyIn(
  { connection }: { readonly connection: Queryable },
  users: readonly string[],
  groups: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await connection.query<{ both: string }>(sql`
    select m.member_id || ' ' || m.group_id as both from memberships m
    where m.group_id = any(${groups}::uuid[]) and m.member_id = any(${users}::uuid[]) and ${present('m')}`);
  return new Set(rows.map(({ both }) => both));
}
