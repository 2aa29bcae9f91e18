import type { Ref } from '@licet/contract';
import type { Database } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';
import { recordedAt, type Snapshot, snapshotAt } from '../kernel/snapshot.ts';
import { prepared, type Sql, sql } from '../kernel/sql.ts';
import { lossesSince } from '../live/losses.ts';
import { asOf, nextTurn, type Walk, withWalks } from '../walk/walk.ts';

/** The roles and permissions of a user or a program in an application: the content of the token. */
export interface EffectiveAccess {
  /** Sorted by name, by code point. */
  readonly roles: readonly Ref[];
  /**
   * The permissions held explicitly, sorted by name. The role `admin` implies all permissions but adds none to this
   * list.
   */
  readonly permissions: readonly Ref[];
  readonly admin: boolean;
  /** The earliest start or end of a grant after the instant. The answer stays the same until then. */
  readonly changesAt: string | null;
}

/** Effective access with the ids of permissions only, because there may be thousands of permissions. */
export interface HeldAccess extends Omit<EffectiveAccess, 'permissions'> {
  /** The ids of the permissions held explicitly. */
  readonly permissions: readonly string[];
}

/** The content of a token: names only. */
export interface TokenAccess {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** The change number of the snapshot that was read. */
  readonly ver: number;
  /** The instant of the snapshot. */
  readonly at: string;
  readonly clock: string;
  readonly changesAt: string | null;
}

/** The content of a token from the newest snapshot, with the hash of the newest change. */
export interface NewestAccess extends TokenAccess {
  readonly head: string | null;
}

/** Effective access of a user or a program in an application; empty if it is suspended, deleted or unknown. */
export async function effectiveAccess(snapshot: Snapshot, holderId: string, appId: string): Promise<EffectiveAccess> {
  const { no, at, connection } = snapshot;
  const { rows } = await connection.query<EffectiveAccess>(effective(no, at, holderId, appId));
  return rows[0] ?? { roles: [], permissions: [], admin: false, changesAt: null };
}

/** Reads the content of a token in one round trip. Undefined if the application does not exist. */
export async function tokenAccess(
  snapshot: Snapshot,
  holderId: string,
  appKey: string,
): Promise<TokenAccess | undefined> {
  const { no: ver, at, clock, connection } = snapshot;
  const { rows } = await connection.query<Omit<TokenAccess, 'ver' | 'at' | 'clock'>>(token(ver, at, holderId, appKey));
  return rows[0] && { ...rows[0], ver, at, clock };
}

/**
 * Reads the content of a token in one statement, from the latest facts, evaluated at the current or a later instant.
 */
export async function tokenAccessNow(
  database: Database,
  holderId: string,
  appKey: string,
  at?: string,
): Promise<NewestAccess | undefined> {
  const { rows } = await poolOf(database).query<NewestAccess>(
    tokenNow(holderId, appKey, at ?? null, database.clockOffset()),
  );
  return rows[0];
}

// Deleting a role or a permission also deletes its inclusions and grants. So a role or a permission without a current
// name gives nothing.
/** Common table expressions for the access of a user or a program in an application. */
export const holdingParts = (walk: Walk, holder: unknown, app: unknown) => sql`
  ${walk.holdings(walk.holder(holder), sql`x.app_id = ${app}`)},
  roles_held as materialized (
    select n.id, n.name, n.built_in from roles n where n.id = any(array(select id from r)) and ${walk.counts('n')}
  ),
  permissions_held as (
    select n.id, n.name from permissions n where n.id = any(array(select id from held)) and ${walk.counts('n')}
  )`;

const changesAt = (walk: Walk) => sql`(select ${nextTurn('gr', walk.at)} from gr) as "changesAt"`;

const refs = sql`json_agg(json_build_object('id', id, 'name', name) order by name)`;

/** Columns of {@link EffectiveAccess}, selected from {@link holdingParts}. */
export const effectiveColumns = (walk: Walk) => columns(walk, refs);

/** Columns of {@link HeldAccess}, selected from {@link holdingParts}. */
export const heldColumns = (walk: Walk) => columns(walk, sql`json_agg(id)`);

const columns = (walk: Walk, permissions: Sql) => sql`
  coalesce((select ${refs} from roles_held), '[]') as roles,
  coalesce((select ${permissions} from permissions_held), '[]') as permissions,
  exists (select from roles_held where built_in) as admin,
  ${changesAt(walk)}`;

const effective = prepared<[no: number, at: string, holderId: string, appId: string]>(
  'effective-access',
  (no, at, holderId, appId) => {
    const walk = asOf(no, at);
    return sql`
      ${withWalks(holdingParts(walk, holderId, appId))}
      select ${effectiveColumns(walk)}`;
  },
);

/** Common table expressions for the names in a token. */
export const tokenParts = (walk: Walk, holderId: unknown, appKey: unknown) => [
  sql`app as materialized (select a.id from applications a where a.key = ${appKey} and ${walk.counts('a')})`,
  holdingParts(walk, holderId, sql`(select id from app)`),
];

/** SQL that selects roles, permissions and `changesAt` of a token; no row if the application does not exist. */
export const tokenContent = (walk: Walk, holderId: unknown, appKey: unknown): Sql =>
  sql`${withWalks(...tokenParts(walk, holderId, appKey))} select ${tokenNames}, ${changesAt(walk)} from app`;

/** Columns with the names of roles and permissions, selected from {@link tokenParts}. */
export const tokenNames = sql`
  coalesce((select json_agg(name order by name) from roles_held), '[]') as roles,
  coalesce((select json_agg(name order by name) from permissions_held), '[]') as permissions`;

const token = prepared<[no: number, at: string, holderId: string, appKey: string]>(
  'token-access',
  (no, at, holderId, appKey) => tokenContent(asOf(no, at), holderId, appKey),
);

const tokenNow = prepared<[holderId: string, appKey: string, at: string | null, offset: number]>(
  'token-access-now',
  (holderId, appKey, at, offset) => {
    const walk = asOf(sql`(select no from snapshot)`, sql`(select at from snapshot)`);
    const snapshot = sql`snapshot as materialized (${snapshotAt(at, offset)})`;
    return sql`
      ${withWalks(snapshot, ...tokenParts(walk, holderId, appKey))}
      select ${tokenNames}, ${changesAt(walk)}, snapshot.no as ver, snapshot.at, snapshot.clock,
        (select encode(c.hash, 'hex') from change c where c.no = snapshot.no) as head
      from app, snapshot`;
  },
);

/**
 * Yields a snapshot of each instant at which a user may have lost something in an application, with the facts recorded
 * then. These instants are `since`, changes that removed something, and starts and ends of grants. Yields only
 * undefined if there were too many losses, because the instants are then unknown.
 */
export async function* momentsSince(
  snapshot: Snapshot,
  userId: string,
  application: string,
  since: string,
): AsyncGenerator<Snapshot | undefined> {
  const first = await recordedAt(snapshot, since);
  const losses = await lossesSince(snapshot, application, first.no);
  if (!losses) return yield undefined;
  const concerned = losses.filter(({ kind, value }) => (kind === 'user' ? value === userId : kind !== 'client'));
  const { rows } = await snapshot.connection.query<{ at: string }>(sql`
    select c.at from change c where c.no = any(${concerned.map((loss) => loss.no)}::int8[])
    union
    select c.at from owners o join change c on c.no = o.no_to where o.user_id = ${userId} and o.no_to > ${first.no}`);
  const taken = rows.map((change) => change.at);
  for (let instant: string | undefined = since; instant !== undefined && instant <= snapshot.at; ) {
    const moment = await recordedAt(snapshot, instant);
    yield moment;
    const turn = (await tokenAccess(moment, userId, application))?.changesAt;
    const later = [...taken, ...(turn ? [turn] : [])].filter((next) => next > moment.at);
    instant = later.sort()[0];
  }
}
