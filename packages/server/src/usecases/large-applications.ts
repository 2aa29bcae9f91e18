import { applicationIn } from './authorise.ts';
import type { Context } from './context.ts';
import { type InTurn, sharedBy, turns } from './in-turn.ts';

// A statement that reads some hundred roles which include each other takes seconds, and nothing tells beforehand. So a
// server remembers the applications with such an answer. Each server limits only its own connections, so no server
// tells another.

/** A call about an application. */
type About = Pick<Context, 'database'> & { readonly params: unknown };

/** Remembers the application of a call for an hour if its answer read a graph of roles of this size. */
export function rememberSize({ database, params }: About, size: number): void {
  if (size <= smallUpTo) return;
  const found = servers.get(database.pool) ?? new Map<string, number>();
  servers.set(database.pool, found);
  found.set(applicationIn(params), performance.now() + remembered);
}

/** Whether an answer about the call's application read a large graph within the last hour. */
export function isKnownLarge({ database, params }: About): boolean {
  const application = applicationIn(params);
  const found = servers.get(database.pool);
  const until = found?.get(application);
  if (until === undefined) return false;
  if (until > performance.now()) return true;
  found?.delete(application);
  return false;
}

/** Roles and inclusions that PostgreSQL reads in some 50 ms. */
const smallUpTo = 20_000;
const remembered = 3_600_000;
const servers = new WeakMap<object, Map<string, number>>();

/**
 * The slow answers that any owner can ask for. Together with {@link firstParts} and two exports they take nine of a
 * pool's ten connections.
 */
export const slowAnswers = sharedBy(4);

/**
 * The turns of first parts in applications that are not known as large. They take milliseconds, but the first large
 * answers of an application are among them.
 */
export const firstParts = turns({ inAll: 3, ofCaller: 2 });

/** The turns of answers in all large applications. An application's server asks for many users, so it may take both. */
export const largeInTurn = turns({ ofCaller: 2, shared: slowAnswers });

/** Returns turns that are `others`, except in large applications. */
export const largeApart =
  (others: InTurn): InTurn =>
  (id, asked, work) =>
    (isKnownLarge(asked) ? largeInTurn : others)(id, asked, work);
