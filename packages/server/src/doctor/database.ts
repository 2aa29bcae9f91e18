import { fingerprintOf } from '../identity/keys/secrets.ts';
import { type LastSync, lastSyncs } from '../store/connections/syncs.ts';
import { type JobsDue, jobsDue } from '../store/jobs/jobs.ts';
import { appliedMigrations } from '../store/kernel/applied.ts';
import { clock } from '../store/kernel/clock.ts';
import { type Database, databaseVersion } from '../store/kernel/database.ts';
import { migrationsKnown } from '../store/kernel/migrate.ts';
import { poolOf, type Queryable } from '../store/kernel/pool.ts';
import { findMailHealth } from '../store/mail/settings.ts';
import { knownFingerprint } from '../store/sign-in/keys.ts';
import { sharedAddresses } from '../store/users/addresses.ts';
import {
  type Connected,
  type Connections,
  connected,
  connectionsUsed,
  type DraftsAllowed,
  databaseState,
  draftsAllowed,
  jobKinds,
  type TableSize,
  tableSizes,
} from '../store/watching/state.ts';
import { type Busy, busyNow, type SlowStatement, slowOnAverage } from '../store/watching/statements.ts';
import { clockAhead } from '../watching/clock-ahead.ts';

/** The findings about a database that answers. */
export interface DatabaseSeen {
  /** Such as `PostgreSQL 18.0`. */
  readonly version: string;
  /** Whether it is a standby that only replicates another server. */
  readonly standby: boolean;
  /** The seconds by which this machine's clock is ahead of the database's; negative if it is behind. */
  readonly clockAheadSeconds: number;
  readonly drafts: DraftsAllowed;
  readonly connections: Connections;
  readonly servers: readonly Connected[];
  readonly busy: readonly Busy[];
  /** The slowest statements; null if PostgreSQL does not record them. */
  readonly slow: readonly SlowStatement[] | null;
  /** The findings about Licet's data; null if the database has none, or its tables are locked. */
  readonly licet: LicetSeen | null;
  readonly held: boolean;
}

export interface LicetSeen {
  readonly schema: Schema;
  /** Whether a local key is the one that encrypts the database's secrets; null without a local key. */
  readonly keyFits: boolean | null;
  readonly tables: readonly TableSize[];
  readonly jobs: readonly JobsDue[];
  readonly mailFails: boolean;
  readonly directories: readonly LastSync[];
  /** The ids of users who share one e-mail address, written with different forms of its domain. */
  readonly sharedAddresses: readonly (readonly string[])[];
}

/** The migrations of the database compared with this version's. */
export interface Schema {
  readonly applied: number;
  /** The migrations that this version would still run. */
  readonly missing: readonly string[];
  /** The migrations of a newer version. */
  readonly newer: readonly string[];
  /** The migrations whose text has changed since they ran. */
  readonly changed: readonly string[];
}

/** Examines the database without writing. @throws the driver's error if the database cannot be reached */
export async function lookAtDatabase(database: Database, keys: readonly Buffer[] | undefined): Promise<DatabaseSeen> {
  const connection = poolOf(database);
  const version = await databaseVersion(connection);
  const clockAheadSeconds = await clockAhead(connection);
  const { standby, begun } = await databaseState(connection);
  const seen = {
    version,
    standby,
    clockAheadSeconds,
    drafts: await draftsAllowed(connection),
    connections: await connectionsUsed(connection),
    servers: await connected(connection),
    busy: await busyNow(connection),
    slow: await slowOnAverage(connection),
  };
  if (!begun) return { ...seen, licet: null, held: false };
  // Fails if a table is locked for too long. The findings above are then returned without this part.
  return lookAtLicet(connection, keys).then(
    (licet) => ({ ...seen, licet, held: false }),
    () => ({ ...seen, licet: null, held: true }),
  );
}

async function lookAtLicet(connection: Queryable, keys: readonly Buffer[] | undefined): Promise<LicetSeen> {
  const known = await knownFingerprint(connection);
  const health = await findMailHealth(connection);
  const schema = await schemaOf(connection);
  return {
    schema,
    keyFits: keys && known ? keys.some((key) => fingerprintOf(key).equals(known)) : null,
    tables: await tableSizes(connection),
    jobs: await jobsDue(connection, await jobKinds(connection), 0),
    mailFails: (health?.failure ?? null) !== null,
    directories: schema.missing.length > 0 ? [] : await lastSyncs(connection, clock(0)),
    // The query needs the current schema.
    sharedAddresses: schema.missing.length > 0 ? [] : await sharedAddresses(connection),
  };
}

async function schemaOf(connection: Queryable): Promise<Schema> {
  const applied = await appliedMigrations(connection);
  const known = await migrationsKnown();
  const digests = new Map(applied.map(({ name, digest }) => [name, digest]));
  const names = new Set(known.map(({ name }) => name));
  return {
    applied: applied.length,
    missing: known.filter(({ name }) => !digests.has(name)).map(({ name }) => name),
    newer: applied.filter(({ name }) => !names.has(name)).map(({ name }) => name),
    changed: known
      .filter(({ name, digest }) => digests.has(name) && digests.get(name) !== digest)
      .map(({ name }) => name),
  };
}
