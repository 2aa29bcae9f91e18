import { foldIdentity } from '@licet/contract';
import { refuse } from '../refusal.ts';
import type { Database } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { type Account, accountWithPassword, findSignInAccount, type SignInAccount } from '../store/sign-in/accounts.ts';
import { strengthenHash } from '../store/sign-in/credentials.ts';
import {
  accountFailures,
  type Counter,
  charge,
  forgive,
  nameFailures,
  networkFailures,
  refund,
} from '../store/sign-in/failures.ts';
import { logSignIn, type SignInLine } from '../store/sign-in/signIns.ts';
import type { Origin } from '../usecases/context.ts';
import type { Hashing } from './hashing.ts';

export interface Attempt {
  readonly login: string;
  readonly password: string;
  readonly origin: Origin;
  /** The name of the client that the person is on the way to. */
  readonly client: string | null;
}

/**
 * Signs a person in by username or e-mail address and password. Whatever is wrong, the answer is the same and takes the same
 * time; attempts are counted before the password is looked at.
 * @throws Refusal `sign_in_failed`, `throttled`
 */
export async function signIn(database: Database, hashing: Hashing, attempt: Attempt): Promise<Account> {
  const account = await findSignInAccount(database, attempt.login);
  const counter = account ? accountFailures(account.id) : nameFailures(foldIdentity(attempt.login.trim()));
  const log = (outcome: SignInLine['outcome']) => writeLine(database, attempt, account?.id ?? null, outcome);
  const fits = await compare(
    database,
    hashing,
    { counter, account, password: attempt.password, origin: attempt.origin },
    log,
  );
  if (!account || !fits || account.status !== 'active') {
    await log(failureOf(account));
    refuse('sign_in_failed', 'No one signs in with that name and that password.');
  }
  await forgive(database, counter);
  await log('signed_in');
  if (account.passwordHash !== null && hashing.outdated(account.passwordHash))
    await strengthenHash(database, account.id, account.passwordHash, await hashing.hash(attempt.password));
  const { passwordHash: _, ...found } = account;
  return found;
}

/**
 * Has somebody who is signed in prove it again by password, with the same limits.
 * @throws Refusal `sign_in_failed`, `throttled`
 */
export async function proveAgain(
  database: Database,
  hashing: Pick<Hashing, 'verify'>,
  userId: string,
  password: string,
  origin: Origin,
): Promise<Account> {
  const account = await accountWithPassword(database, userId);
  const attempt = { login: '', password, origin, client: null };
  const log = (outcome: SignInLine['outcome']) => writeLine(database, attempt, userId, outcome);
  const counter = accountFailures(userId);
  const fits = await compare(database, hashing, { counter, account, password, origin }, log);
  if (!account || !fits || account.status !== 'active') {
    await log(failureOf(account));
    refuse('sign_in_failed', 'That is not your present password.', {
      errors: [{ pointer: '/current', detail: 'That is not your present password.' }],
    });
  }
  await forgive(database, counter);
  return account;
}

interface Comparison {
  readonly counter: Counter;
  readonly account: SignInAccount | undefined;
  readonly password: string;
  readonly origin: Origin;
}

async function compare(
  database: Database,
  hashing: Pick<Hashing, 'verify'>,
  { counter, account, password, origin }: Comparison,
  log: (outcome: SignInLine['outcome']) => Promise<void>,
): Promise<boolean> {
  const network = networkFailures(origin.address);
  const wait = (await charge(database, network)) ?? (await charge(database, counter));
  if (wait !== undefined) {
    await log('throttled');
    refuse('throttled', `After several wrong passwords the next try waits. Wait ${wait} seconds.`, {
      retryAfter: wait,
    });
  }
  const fits = await hashing.verify(account?.passwordHash ?? null, password);
  if (fits) await refund(database, network);
  return fits;
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
): Promise<void> {
  return logSignIn(poolOf(database), { userId, outcome, client, address: origin.address, agent: origin.agent });
}
