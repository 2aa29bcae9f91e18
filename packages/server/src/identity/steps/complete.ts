import { refuse } from '../../refusal.ts';
import { type Database, transaction } from '../../store/kernel/database.ts';
import { poolOf, type Queryable } from '../../store/kernel/pool.ts';
import type { AskedOfPerson } from '../../store/sign-in/requirements.ts';
import { logSignedIn, type Noted, type Proved } from '../../store/sign-in/sign-ins.ts';
import { cameBy } from '../../store/sign-in/upstream-sign-ins.ts';
import { assuranceOf, isShownHere, isShownThere, type SignInWay } from '../factors/assurance.ts';
import { lineOf, shownIn, signInAttempts, type Visit } from '../factors/attempts.ts';
import { browserHash, newBrowserToken } from '../factors/known-browsers.ts';
import { refuseOver } from '../factors/refusals.ts';
import { type Addressee, tellOfNewBrowser } from './new-browser-mail.ts';

/** A visit of the page; `uid` is the provider's id of the sign-in, null on the way to no application. */
type Coming = Visit & { readonly uid: string | null };

interface Shown {
  readonly ways: readonly SignInWay[];
  /** The epoch of the user's sign-ins in which the first of them was shown. */
  readonly epoch: number;
}

/**
 * Notes that somebody has signed in, in the log and for the provider. Answers the token by which the browser is known for the account from
 * now on.
 * @throws Refusal `begin_again` when their sign-ins have ended since they proved who they are, `not_found` when this one has run out
 */
export async function completeSignIn(
  database: Database,
  account: Addressee,
  visit: Coming,
  { browser: hash, last }: Pick<AskedOfPerson, 'browser' | 'last'>,
  shown: Shown,
): Promise<string> {
  const browser = visit.browsers.find((token) => hash?.equals(browserHash(token))) ?? newBrowserToken();
  const kept = browserHash(browser);
  const proved = await provedBy(database, account.id, visit, shown, kept);
  const line = { ...lineOf(visit, account.id, 'signed_in'), userId: account.id };
  const note = async (connection: Queryable, language = line.language) =>
    requireNoted(
      await logSignedIn(connection, { ...line, language }, { browser: kept, epoch: shown.epoch, proved }, visit.now),
    );
  if (hash) await note(poolOf(database));
  else if (!last || account.email === null) await note(poolOf(database), last?.language ?? line.language);
  else
    await transaction(database, 'begin', async (connection) => {
      await tellOfNewBrowser({ connection, clock: visit.now }, account, visit, last.language);
      await note(connection, last.language ?? line.language);
    });
  signInAttempts.publish({ outcome: 'signed_in', way: shownIn(shown.ways) });
  return browser;
}

/** What the provider makes a session from, when the browser follows to where the sign-in leads. */
async function provedBy(
  database: Database,
  userId: string,
  { uid, now }: Coming,
  { ways, epoch }: Shown,
  browser: Buffer,
): Promise<Proved | null> {
  if (uid === null) return null;
  const here = isShownHere(ways);
  const provedAt = here ? now : ((await cameBy(poolOf(database), uid, userId))?.provedAt ?? null);
  const login = { accountId: userId, ts: Math.floor(Date.parse(now) / 1000), ...assuranceOf(...ways) };
  const there = isShownThere(ways) ? { cameBy: uid } : {};
  return { uid, result: { login, browser: browser.toString('hex'), epoch, provedAt, ...there } };
}

function requireNoted(noted: Noted): void {
  if (noted === 'ended') refuse('begin_again', 'sign_ins_ended', {});
  if (noted === 'over') refuseOver();
}
