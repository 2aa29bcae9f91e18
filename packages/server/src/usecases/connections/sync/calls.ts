import { refuse } from '../../../refusal.ts';
import { findSync, nextSync } from '../../../store/connections/syncs.ts';
import { readNow } from '../../../store/kernel/read-now.ts';
import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import type { CallerAccess } from '../../authorise.ts';
import { takePlace } from '../../place.ts';
import { type Asked, answering, changeAs, reading } from '../../use-case.ts';
import { hasReader, requireConnection } from '../read.ts';
import type { MakeChange } from './change-people.ts';
import { effectsOf } from './effects.ts';
import { planOf, synchronise } from './run.ts';

/** The result of the last run, and the time of the next. */
export const syncState = reading('connections.syncState', async ({ snapshot, access, params }) => {
  requireAdmin(access);
  return stateOf(snapshot, params.connection);
});

/** No database connection is held while the directory is read. */
export const planSync = answering('connections.planSync', async (asked) => {
  requireAdmin(asked.access);
  const connection = await requireSynchronised(asked);
  const leave = takePlace(asked);
  try {
    const { plan, ...found } = await planOf(asked, connection, makerOf('connections.planSync', asked));
    return { ...plan, ...(await effectsOf(asked, found)) };
  } finally {
    leave();
  }
});

export const sync = answering('connections.sync', async (asked) => {
  requireAdmin(asked.access);
  const how = { scheduled: false, by: asked.access.userId, confirmation: asked.body.confirmation };
  const connection = await requireSynchronised(asked);
  const leave = takePlace(asked);
  await synchronise(asked, connection, { ...how, makeChange: makerOf('connections.sync', asked) }).finally(leave);
  return readNow(asked.database, (snapshot) => stateOf(snapshot, asked.params.connection));
});

async function stateOf(snapshot: Snapshot, id: string) {
  const found = await requireConnection(snapshot, id);
  return { ...(await findSync(snapshot, id)), nextAt: await nextSync(snapshot.connection, found) };
}

async function requireSynchronised({ database, params }: Pick<Asked<'connections.sync'>, 'database' | 'params'>) {
  const connection = await readNow(database, (snapshot) => requireConnection(snapshot, params.connection));
  const named = { connection: connection.name };
  if (connection.kind !== 'ldap') return refuse('wrong_state', 'sync_needs_directory', named);
  if (!hasReader(connection)) refuse('wrong_state', 'sync_needs_reader', named);
  if (!connection.enabled) refuse('wrong_state', 'sync_connection_off', named);
  return connection;
}

/** The rights of the user who started the run are checked again under the lock. */
const makerOf =
  (
    id: 'connections.planSync' | 'connections.sync',
    asked: Asked<'connections.planSync'> | Asked<'connections.sync'>,
  ): MakeChange =>
  (work, dryRun) =>
    changeAs(
      id,
      asked,
      ({ change, access }) => {
        requireAdmin(access);
        return work(change);
      },
      dryRun,
    );

/**
 * A directory decides who gets an account and who is suspended, so only administrators may synchronise.
 * @throws Refusal `forbidden`
 */
function requireAdmin({ isAdmin }: CallerAccess): void {
  if (!isAdmin) refuse('forbidden', 'sync_needs_administrator', {});
}
