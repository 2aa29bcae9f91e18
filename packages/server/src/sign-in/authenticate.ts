import { foldIdentity } from '@licet/contract';
import { refuse } from '../refusal.ts';
import { strengthenHash } from '../store/credentials/passwords.ts';
import { readClock } from '../store/kernel/clock.ts';
import type { Database } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { type Account, accountWithPassword, findSignInAccount, type SignInAccount } from '../store/sign-in/accounts.ts';
import {
  browserFailures,
  type Counter,
  charge,
  forgive,
  nameFailures,
  networkFailures,
  refund,
  sessionFailures,
  type Wait,
} from '../store/sign-in/failures.ts';
import { findKnownBrowser, forgetKnownBrowser, keepKnownBrowser } from '../store/sign-in/known-browsers.ts';
import { logSignIn, type SignInLine } from '../store/sign-in/sign-ins.ts';
import type { Caller, Origin } from '../usecases/context.ts';
import type { Hashing } from './hashing.ts';
import { browserHash, newBrowserToken } from './known-browsers.ts';

export interface Attempt {
  readonly login: string;
  readonly password: string;
  readonly origin: Origin;
  /** The name of the client that the person is on the way to. */
  readonly client: string | null;
  /** The tokens of the accounts that the browser is known for. */
  readonly browsers: readonly string[];
}

export interface SignedIn {
  readonly account: Account;
  /** The token by which the browser is known for the account from now on. */
  readonly browser: string;
}

/**
 * Signs a person in by username or e-mail address and password. Whatever is wrong, the answer is the same and takes the same
 * time; attempts are counted before the password is looked at: those in a known browser on that browser alone, all others on the
 * name as it was typed and on the network.
 * @throws Refusal `sign_in_failed`, `throttled`, `locked`
 */
export async function signIn(database: Database, hashing: Hashing, attempt: Attempt): Promise<SignedIn> {
  const now = await readClock(database);
  const account = await findSignInAccount(database, attempt.login);
  const log = (outcome: SignInLine['outcome']) => writeLine(database, attempt, account?.id ?? null, outcome, now);
  const name = nameFailures(foldIdentity(attempt.login.trim()), account !== undefined);
  const network = networkFailures(attempt.origin.address);
  const known = account && (await chargeKnownBrowser(database, account, attempt.browsers, log, now));
  if (!known) await chargeOrRefuse(database, [network, name], log, now);
  const fits = await hashing.verify(account?.passwordHash ?? null, attempt.password);
  if (fits && !known) await refund(database, network);
  if (!account || !fits || account.status !== 'active') {
    await log(failureOf(account));
    refuse('sign_in_failed', 'No one signs in with that name and that password.');
  }
  await forgive(database, known ? [name, browserFailures(browserHash(known))] : [name]);
  const browser = known ?? newBrowserToken();
  await keepKnownBrowser(database, account.id, browserHash(browser), now);
  await log('signed_in');
  if (account.passwordHash !== null && hashing.outdated(account.passwordHash))
    await strengthenHash(database, account.id, account.passwordHash, await hashing.hash(attempt.password));
  const { passwordHash: _, ...found } = account;
  return { account: found, browser };
}

/**
 * Has somebody who is signed in prove it again by password, with attempts of their own: nobody elsewhere uses them up.
 * @throws Refusal `sign_in_failed`, `throttled`, `locked`
 */
export async function proveAgain(
  database: Database,
  hashing: Pick<Hashing, 'verify'>,
  { userId, sessionId }: Pick<Caller & { readonly kind: 'user' }, 'userId' | 'sessionId'>,
  password: string,
  origin: Origin,
): Promise<Account> {
  const now = await readClock(database);
  const account = await accountWithPassword(database, userId);
  const log = (outcome: SignInLine['outcome']) => writeLine(database, { origin, client: null }, userId, outcome, now);
  const session = sessionFailures(sessionId ?? userId);
  await chargeOrRefuse(database, [session], log, now);
  const fits = await hashing.verify(account?.passwordHash ?? null, password);
  if (!account || !fits || account.status !== 'active') {
    await log(failureOf(account));
    refuse('sign_in_failed', 'That is not your present password.', {
      errors: [{ pointer: '/current', detail: 'That is not your present password.' }],
    });
  }
  await forgive(database, [session]);
  return account;
}

type Log = (outcome: SignInLine['outcome']) => Promise<void>;

/** Charges the known browser, when it is one. One that has failed too often is forgotten: it counts as anybody’s. */
async function chargeKnownBrowser(
  database: Database,
  account: Account,
  tokens: readonly string[],
  log: Log,
  now: string,
): Promise<string | undefined> {
  const hash = await findKnownBrowser(database, account.id, tokens.map(browserHash), now);
  if (!hash) return undefined;
  const wait = await charge(database, [browserFailures(hash)], now);
  if (wait === undefined) return tokens.find((token) => browserHash(token).equals(hash));
  if (wait !== 'forever') return refuseFor(wait, log);
  await forgetKnownBrowser(database, hash);
  return undefined;
}

async function chargeOrRefuse(database: Database, counters: readonly Counter[], log: Log, now: string): Promise<void> {
  const wait = await charge(database, counters, now);
  if (wait !== undefined) await refuseFor(wait, log);
}

async function refuseFor(wait: Wait, log: Log): Promise<never> {
  await log('throttled');
  if (wait === 'forever')
    refuse('locked', 'So many wrong passwords came in a row that no more are taken for this name.');
  return refuse('throttled', `After several wrong passwords the next try waits. Wait ${wait} seconds.`, {
    retryAfter: wait,
  });
}

function failureOf(account: SignInAccount | undefined): SignInLine['outcome'] {
  if (!account) return 'unknown_name';
  if (account.status === 'suspended') return 'suspended';
  return account.passwordHash === null ? 'no_password' : 'wrong_password';
}

function writeLine(
  database: Database,
  { origin, client }: Pick<Attempt, 'origin' | 'client'>,
  userId: string | null,
  outcome: SignInLine['outcome'],
  now: string,
): Promise<void> {
  const { address, agent } = origin;
  return logSignIn(poolOf(database), { userId, outcome, client, address, agent }, now);
}
