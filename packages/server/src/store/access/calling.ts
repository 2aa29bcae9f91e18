import { licetApplication, type User } from '@licet/contract';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { poolOf } from '../kernel/pool.ts';
import { type Moment, type Snapshot, snapshotAt } from '../kernel/snapshot.ts';
import { literal, prepared, type Sql, sql } from '../kernel/sql.ts';
import { asOf, type Walk, withWalks } from '../walk/walk.ts';
import { tokenNames, tokenParts } from './effective.ts';

/** The caller, with everything that authorises a call. */
export interface Calling {
  /** Null for a program, and for a deleted user. */
  readonly user: Pick<User, 'id' | 'name' | 'status'> | null;
  /** Null for a user, and for a program that was deleted. */
  readonly client: { readonly id: string; readonly name: string; readonly kind: string } | null;
  /** Whether the caller's session has ended. */
  readonly signedOut: boolean;
  /** The identifiers of the applications that the caller owns. */
  readonly owns: readonly string[];
  /** The names of the caller's roles and permissions in Licet itself. */
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

/** The id of the caller, and the session of the call (null for a program). */
export interface WhoCalls {
  readonly id: string;
  readonly session: string | null;
}

/** Reads the caller in one statement, from the newest facts. Without `rights`, leaves out ownership and permissions. */
export async function callingNow(
  database: Database,
  { id, session }: WhoCalls,
  rights: boolean,
): Promise<Calling & Moment> {
  const ask = rights ? now : nowWithoutRights;
  const { rows } = await poolOf(database).query<Calling & Moment>(ask(id, session, database.clockOffset()));
  return rows[0] ?? { ...nobody, no: 0, at: '', clock: '' };
}

/** Reads the caller within a snapshot or a change. */
export async function callingIn(
  { connection, no, at }: Snapshot,
  { id, session }: WhoCalls,
  rights: boolean,
): Promise<Calling> {
  const { rows } = await connection.query<Calling>(
    rights ? within(no, at, id, session) : withinWithoutRights(id, session),
  );
  return rows[0] ?? nobody;
}

const nobody: Calling = { user: null, client: null, signedOut: false, owns: [], roles: [], permissions: [] };

type Uid = string | null;
const licet = literal(licetApplication);

const rightsOf = (walk: Walk, id: unknown): Sql => sql`, ${tokenNames}, array(
  select a.key from owners o join applications a on a.id = o.app_id and ${walk.counts('a')}
  where o.user_id = ${id} and ${walk.counts('o')} order by a.key
) as owns`;

const noRights = sql`, '[]'::json as roles, '[]'::json as permissions, '{}'::text[] as owns`;

const party = (id: unknown, session: unknown): Sql => sql`
  exists (select from sessions s where s.uid = ${session} and s.ended_at is not null) as "signedOut",
  (select json_build_object('id', u.id, 'name', u.name, 'status', u.status) from users u where u.id = ${id} and ${present('u')}) as user,
  (select json_build_object('id', c.id, 'name', c.name, 'kind', c.kind) from clients c where c.id = ${id} and ${present('c')}) as client`;

const snapshot = (offset: unknown): Sql => sql`snapshot as materialized (${snapshotAt(sql`null`, offset)})`;
const moment = sql`snapshot.no, snapshot.at, snapshot.clock`;

const now = prepared<[id: string, session: Uid, offset: number]>('calling-now', (id, session, offset) => {
  const walk = asOf(sql`(select no from snapshot)`, sql`(select at from snapshot)`);
  return sql`
    ${withWalks(snapshot(offset), ...tokenParts(walk, id, licet))}
    select ${moment}, ${party(id, session)}${rightsOf(walk, id)} from snapshot`;
});

const nowWithoutRights = prepared<[id: string, session: Uid, offset: number]>(
  'calling-now-without-rights',
  (id, session, offset) =>
    sql`with ${snapshot(offset)} select ${moment}, ${party(id, session)}${noRights} from snapshot`,
);

const within = prepared<[no: number, at: string, id: string, session: Uid]>('calling-within', (no, at, id, session) => {
  const walk = asOf(no, at);
  return sql`${withWalks(...tokenParts(walk, id, licet))} select ${party(id, session)}${rightsOf(walk, id)}`;
});

const withinWithoutRights = prepared<[id: string, session: Uid]>(
  'calling-within-without-rights',
  (id, session) => sql`select ${party(id, session)}${noRights}`,
);
