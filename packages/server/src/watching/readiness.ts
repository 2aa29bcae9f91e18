import { setTimeout as after } from 'node:timers/promises';
import { clockDrift } from '@licet/api/verify';
import { problemOf } from '@licet/contract';
import { Refusal } from '../refusal.ts';
import { type Applied, stateOf } from '../store/kernel/applied.ts';
import type { Queryable } from '../store/kernel/pool.ts';
import { clockAhead } from './clock-ahead.ts';

/** Whether this process can answer requests, for load balancers. */
export interface Readiness {
  /** Always answers within {@link patience}. @throws Refusal `unavailable` with the obstacle */
  readonly require: () => Promise<void>;
  /** Makes readiness fail, because the process is about to stop. */
  readonly leave: () => void;
  readonly close: () => void;
}

export interface ReadinessParts {
  /** Queries the database outside its pool, with a time limit. */
  readonly probe: Queryable;
  /** The migrations that this code requires. */
  readonly migrations: readonly Applied[];
  /** Whether the last read of the signing keys succeeded. */
  readonly keysReadable: () => boolean;
  /** Milliseconds for which an answer of the database remains valid. */
  readonly trusted?: number;
}

/** Begins as ready, because the start has just used the database. */
export function openReadiness({ probe, migrations, keysReadable, trusted = 5000 }: ReadinessParts): Readiness {
  let leaving = false;
  let fault: Fault | undefined;
  let seenAt = performance.now();
  let askedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  const look = () => {
    looking ??= faultIn(probe, migrations)
      .then((found) => {
        fault = found;
        seenAt = performance.now();
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  // Also queries between requests, so that a recent answer is available when the next query is late.
  const watching = setInterval(() => {
    if (performance.now() - askedAt < watchedFor) void look();
  }, between).unref();
  return {
    require: async () => {
      askedAt = performance.now();
      if (leaving) return notReady('The server is shutting down.', 'Send requests to another server.');
      if (!keysReadable())
        return notReady(
          'The signing keys cannot be read.',
          'Start Licet with the key that this database was set up with.',
        );
      await Promise.race([look(), after(patience, undefined, { ref: false })]);
      if (fault) return notReady(fault.what, fault.next);
      if (performance.now() - seenAt > trusted) return notReady(silent.what, silent.next);
    },
    leave: () => {
      leaving = true;
    },
    close: () => clearInterval(watching),
  };
}

async function faultIn(probe: Queryable, migrations: readonly Applied[]): Promise<Fault | undefined> {
  try {
    const { schemaKnown, standby } = await stateOf(probe, migrations);
    if (!schemaKnown)
      return {
        what: 'The schema of the database belongs to another version of Licet.',
        next: 'Start the version that belongs to this database, or name another database in LICET_DATABASE_URL.',
      };
    if (standby)
      return {
        what: 'The database is a standby and accepts no changes.',
        next: 'Name the primary database in LICET_DATABASE_URL.',
      };
    const ahead = Math.round(await clockAhead(probe));
    if (Math.abs(ahead) <= clockDrift) return undefined;
    return {
      what: `The clock of this machine is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database’s, so tokens cannot be checked.`,
      next: 'Let both machines keep time by NTP.',
    };
  } catch {
    return silent;
  }
}

/** An obstacle, and what to do about it. */
interface Fault {
  readonly what: string;
  readonly next: string;
}

const silent: Fault = {
  what: 'The database does not answer.',
  next: 'Check that PostgreSQL is running. Licet reconnects by itself.',
};

/**
 * Sets another title, because the usual title of `unavailable` would blame the database even if the cause is a clock or
 * a key.
 */
function notReady(what: string, next: string): never {
  throw new Refusal({ ...problemOf('unavailable', what), title: 'This server is not ready.', next });
}

/** Milliseconds to wait for the database before its previous answer is used. */
const patience = 60;
/** Milliseconds between queries. They run only while readiness was requested within the last minute. */
const between = 2000;
const watchedFor = 60_000;
