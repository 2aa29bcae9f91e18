import { refuse } from '../../refusal.ts';
import {
  browserFailures,
  type Counter,
  charge,
  codeFailures,
  type Tried,
  type Wait,
} from '../../store/credentials/failures.ts';
import { findKnownBrowser, forgetKnownBrowser } from '../../store/credentials/known-browsers.ts';
import type { Database } from '../../store/kernel/database.ts';
import { type Log, type Visit, writeLine } from './attempts.ts';
import { browserHash } from './known-browsers.ts';

/**
 * Charges the known browser, when it is one, and answers what was charged. One that has failed too often is forgotten: it counts as
 * anybody’s.
 */
export async function chargeKnownBrowser(
  database: Database,
  userId: string,
  { browsers, now }: Pick<Visit, 'browsers' | 'now'>,
  log: Log,
  what: Tried = 'passwords',
): Promise<Counter | undefined> {
  const hash = await findKnownBrowser(database, userId, browsers.map(browserHash), now);
  return hash && chargeBrowser(database, hash, now, log, what);
}

/** The same for a browser that was found already. */
export async function chargeBrowser(
  database: Database,
  hash: Buffer,
  now: string,
  log: Log,
  what: Tried = 'passwords',
): Promise<Counter | undefined> {
  const own = browserFailures(hash, what);
  const wait = await charge(database, [own], now);
  if (wait === undefined) return own;
  if (wait !== 'forever') return refuseFor(wait, log, what);
  await forgetKnownBrowser(database, hash);
  return undefined;
}

/** @throws Refusal `throttled`, and `locked` or `codes_locked` */
export async function chargeOrRefuse(
  database: Database,
  counters: readonly Counter[],
  log: Log,
  now: string,
  what: Tried = 'passwords',
): Promise<void> {
  const wait = await charge(database, counters, now);
  if (wait !== undefined) await refuseFor(wait, log, what);
}

/** Counts an attempt with a code on the user, before it is looked at. @throws Refusal `throttled`, `codes_locked` */
export async function countCode(database: Database, visit: Pick<Visit, 'origin' | 'client' | 'now'>, userId: string) {
  const log: Log = (outcome) => writeLine(database, visit, userId, outcome, 'code');
  await chargeOrRefuse(database, [codeFailures(userId)], log, visit.now, 'codes');
}

async function refuseFor(wait: Wait, log: Log, what: Tried = 'passwords'): Promise<never> {
  await log('throttled');
  if (wait !== 'forever') return refuse('throttled', 'wrong_tries', { tried: what, wait }, { retryAfter: wait });
  return what === 'codes' ? refuse('codes_locked', 'user_codes_locked', {}) : refuse('locked', 'name_locked', {});
}
