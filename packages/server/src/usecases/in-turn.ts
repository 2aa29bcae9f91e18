import type { CallId } from '@licet/contract';
import { type Queue, queue } from '../queue.ts';
import { authoriseNow, type CallerAccess } from './authorise.ts';
import { type Context, nameOfCaller } from './context.ts';

/** What a call needs to wait for its turn. */
type Waiting = Pick<Context, 'database' | 'caller'> & {
  readonly params: unknown;
  readonly access: CallerAccess;
  readonly disconnected?: AbortSignal | undefined;
};

/** Runs the work of a call when its turn comes, and passes the caller's access at that time to it. */
export type InTurn = <Result>(
  id: CallId,
  asked: Waiting,
  work: (access: CallerAccess) => Promise<Result>,
) => Promise<Result>;

/** How much work runs at a time. */
interface AtOnce {
  /** For a server. */
  readonly inAll?: number;
  /** For each caller. */
  readonly ofCaller?: number;
  /** A limit for the server that other turns share. */
  readonly shared?: Shared;
}

/** A limit that several turns share. */
export type Shared = (database: Context['database']) => Queue;

/** Returns a limit for each server. A process can have several databases, for example in tests. */
export function sharedBy(inAll: number): Shared {
  const servers = new WeakMap<object, Queue>();
  return ({ pool }) => {
    const all = servers.get(pool) ?? queue(inAll);
    servers.set(pool, all);
    return all;
  };
}

/**
 * Returns a function that runs slow work, a few at a time. The others wait without a connection, so that a few callers
 * can neither use all connections nor delay all others. A call that has waited is authorised again, because its caller
 * may have lost the right meanwhile.
 */
export function turns({ inAll = 2, ofCaller = 1, shared }: AtOnce = {}): InTurn {
  const allOf = sharedBy(inAll);
  const callersOf = new WeakMap<object, Map<string, Queue>>();
  return async (id, asked, work) => {
    const { database, caller, params } = asked;
    const callers = callersOf.get(database.pool) ?? new Map<string, Queue>();
    callersOf.set(database.pool, callers);
    const who = nameOfCaller(caller);
    const own = callers.get(who) ?? queue(ofCaller);
    callers.set(who, own);
    let waited = false;
    const begin = async () => {
      asked.disconnected?.throwIfAborted();
      return work(waited ? await authoriseNow(database, caller, id, params) : asked.access);
    };
    const all = allOf(database);
    const together = shared?.(database);
    const answer = own(() => all(() => (together ? together(begin) : begin())));
    // Work whose turn it is has begun by now.
    waited = true;
    try {
      return await answer;
    } finally {
      const { running, waiting } = own.load();
      if (running + waiting === 0) callers.delete(who);
    }
  };
}
