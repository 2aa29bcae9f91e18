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

/**
 * Returns a function that runs slow work: one at a time for each caller, and `atOnce` at a time for a server. The others wait without a
 * connection, so that a few callers can neither use all connections nor delay all others. A call that has waited is authorised again,
 * because its caller may have lost the right meanwhile.
 */
export function turns(atOnce = 2): InTurn {
  // A process can have several databases, for example in tests.
  const servers = new WeakMap<object, Lines>();
  return async (id, asked, work) => {
    const { database, caller, params } = asked;
    const { all, ofCallers } = servers.get(database.pool) ?? { all: queue(atOnce), ofCallers: new Map() };
    servers.set(database.pool, { all, ofCallers });
    const who = nameOfCaller(caller);
    const own = ofCallers.get(who) ?? queue(1);
    ofCallers.set(who, own);
    const waits = own.load().running > 0 || all.load().running === atOnce;
    const begin = async () => {
      asked.disconnected?.throwIfAborted();
      return work(waits ? await authoriseNow(database, caller, id, params) : asked.access);
    };
    try {
      return await own(() => all(begin));
    } finally {
      const { running, waiting } = own.load();
      if (running + waiting === 0) ofCallers.delete(who);
    }
  };
}

interface Lines {
  readonly all: Queue;
  readonly ofCallers: Map<string, Queue>;
}
