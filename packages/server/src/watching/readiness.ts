import { setTimeout as after } from 'node:timers/promises';
import { clockDrift } from '@licet/api/verify';
import { problemOf } from '@licet/contract';
import { Refusal } from '../refusal.ts';
import { type Applied, stateOf } from '../store/kernel/applied.ts';
import type { Queryable } from '../store/kernel/pool.ts';
import { clockAhead } from './clock-ahead.ts';

/** Whether this process can answer requests; what a balancer goes by. */
export interface Readiness {
  /** Answers within {@link patience} whatever else goes on. @throws Refusal `unavailable` with what stands in the way */
  readonly require: () => Promise<void>;
  /** From now on it cannot: it is about to stop. */
  readonly leave: () => void;
  readonly close: () => void;
}

export interface ReadinessParts {
  /** What asks the database beside its pool, and gives up after a while. */
  readonly probe: Queryable;
  /** The migrations that this code was made for. */
  readonly migrations: readonly Applied[];
  /** Whether there are keys to sign and verify with, as they were last read. */
  readonly keysReadable: () => boolean;
  /** Milliseconds that what the database said last is believed. */
  readonly trusted?: number;
}

/** Begins with what the start has shown: that the database answers. */
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
  // Between two questions too, so that what is remembered is fresh when an answer is late.
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

/** What stands in the way of answering, and what to do about it. */
interface Fault {
  readonly what: string;
  readonly next: string;
}

const silent: Fault = {
  what: 'The database does not answer.',
  next: 'Check that PostgreSQL is running. Licet reconnects by itself.',
};

/** The catalogue's title of `unavailable` would blame the database for a clock or a key. */
function notReady(what: string, next: string): never {
  throw new Refusal({ ...problemOf('unavailable', what), title: 'This server is not ready.', next });
}

/** Milliseconds that an answer waits for the database; what it said last stands for it then. */
const patience = 60;
/** Milliseconds between two looks, as long as somebody has asked in the last minute. */
const between = 2000;
const watchedFor = 60_000;
