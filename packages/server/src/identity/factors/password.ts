import { identityKey } from '@licet/contract';
import { fault, refuse, refuseFault } from '../../refusal.ts';
import { strengthenHash } from '../../store/credentials/passwords.ts';
import {
  type AttemptCounter,
  nameFailures,
  networkFailures,
  refundAttempt,
  resetFailures,
  sessionFailures,
  settleAttempt,
} from '../../store/credentials/throttle.ts';
import { readClock } from '../../store/kernel/clock.ts';
import type { Database } from '../../store/kernel/database.ts';
import {
  type Account,
  accountWithPassword,
  findSignInAccount,
  type SignInAccount,
} from '../../store/sign-in/accounts.ts';
import { type AskedOfPerson, settleAndAsk } from '../../store/sign-in/requirements.ts';
import type { SignInLine } from '../../store/sign-in/sign-ins.ts';
import type { Caller, RequestSource } from '../../usecases/context.ts';
import { chargeBrowser, chargeOrRefuse, type Log, type Visit, writeLine } from './attempts.ts';
import type { Hashing } from './hashing.ts';
import { browserHash } from './known-browsers.ts';

export interface PasswordAttempt extends Visit {
  readonly login: string;
  readonly password: string;
}

/** Checks passwords that are stored elsewhere. */
export interface ForeignPasswords {
  /** Returns the password check of the directories that may know the name; undefined if no directory can know it. */
  readonly find: (attempt: PasswordAttempt, account: SignInAccount | undefined) => Promise<ForeignPassword | undefined>;
  /**
   * Called before a wrong password is refused. While a directory is unreachable, refuses with that reason instead, for
   * all users alike.
   */
  readonly refuseWhereDown: () => Promise<void>;
}

export interface ForeignPassword {
  /** Whether the user's Licet password is accepted as well. */
  readonly acceptsOwn: boolean;
  /**
   * Whether the directory accepts the password. Attempts in a known browser of the user have a separate counter; others
   * count for the entry.
   */
  readonly fits: (known: boolean) => Promise<boolean>;
  /**
   * Whether a directory refused the password. This may be true even if `fits` threw because another directory did not
   * answer.
   */
  readonly wasRefused: () => boolean;
  /** Whether the password belonged to an entry other than the user's own: the directory has given the name to another person. */
  readonly isAnother: () => boolean;
  /** The account of the entry, if the password was right; undefined otherwise. */
  readonly account: () => Promise<Account | undefined>;
  /** The counters that a right password resets. */
  readonly counters: () => readonly AttemptCounter[];
}

/** The account, and whether its password is stored here. */
export interface ProvedAccount {
  readonly account: Account;
  readonly way: 'password' | 'directory';
  /** The user's sign-in requirements, if they were read together with the account. */
  readonly asked?: AskedOfPerson;
}

/**
 * Finds the user by username or e-mail address and password. Every failure gets the same answer and takes the same time. Attempts count
 * before the password is compared: in a known browser only for that browser, otherwise for the typed name and the network.
 * @throws Refusal `sign_in_failed`, `throttled`, `locked`, and as `ForeignPasswords`
 */
export async function provePassword(
  database: Database,
  hashing: Hashing,
  attempt: PasswordAttempt,
  passwords: ForeignPasswords,
): Promise<ProvedAccount> {
  const { now } = attempt;
  const browsers = attempt.browsers.map(browserHash);
  const account = await findSignInAccount(database, attempt.login, { browsers, now });
  const log: Log = (outcome) => writeLine(database, attempt, account?.id ?? null, outcome, 'password');
  const name = nameFailures(identityKey(attempt.login), account !== undefined);
  const network = networkFailures(attempt.origin.address);
  const known = account?.browser ? await chargeBrowser(database, account.browser, now, log) : undefined;
  if (!known) await chargeOrRefuse(database, [network, name], log, now);
  const foreign = await passwords.find(attempt, account);
  const hash = foreign?.acceptsOwn === false ? null : (account?.passwordHash ?? null);
  let foreignFits = false;
  let foreignAsked = false;
  const kept = foreign && {
    hash,
    fits: async () => {
      foreignAsked = true;
      foreignFits = await foreign.fits(known !== undefined);
      return foreignFits;
    },
  };
  const fits = await hashing.verify(kept ?? hash, attempt.password).catch(async (error: unknown) => {
    // If a directory did not answer, the attempt is refunded unless a password was compared. The counter of the typed
    // name is never refunded once a directory was queried. Otherwise a name without waiting times would reveal that no
    // local user has it.
    const compared = foreignAsked && (hash !== null || foreign?.wasRefused() === true);
    const untried = known ? [known] : foreignAsked ? [network] : [network, name];
    if (!compared) for (const charged of untried) await refundAttempt(database, charged);
    await log('provider_refused');
    throw error;
  });
  const another = foreignFits && foreign?.isAnother() === true;
  const proved = foreignFits ? another || account?.status !== 'suspended' : account?.status === 'active';
  if (!fits || !proved) {
    if (fits && !known) await refundAttempt(database, network);
    await log(failureOf(account, foreign !== undefined));
    await passwords.refuseWhereDown();
    return refuse('sign_in_failed', 'name_or_password_wrong', {});
  }
  const more = foreign?.counters() ?? [];
  // If the directory has given the name to another person, only this attempt is refunded. Earlier ones still count
  // against the local user with that name.
  const counters = another
    ? { refunds: known ? [known] : [network, name], forgiven: more }
    : { refunds: known ? [] : [network], forgiven: [name, ...(known ? [known] : []), ...more] };
  // The same statement also reads the sign-in requirements. For a directory they are read later, when account and
  // groups are known.
  const on = { application: attempt.application, browsers, now };
  const asked = account && !foreignFits ? await settleAndAsk(database, account.id, on, counters) : undefined;
  if (!asked) await settleAttempt(database, counters);
  const theirs = await foreign?.account();
  // Keeps the epoch that was read before the check, if the account was already known then.
  if (theirs) {
    const { epoch } = account?.id === theirs.id ? account : theirs;
    return { account: { ...theirs, epoch }, way: 'directory' };
  }
  if (!account) return refuse('sign_in_failed', 'name_or_password_wrong', {});
  if (account.passwordHash !== null && hashing.outdated(account.passwordHash, attempt.password))
    await strengthenHash(database, account.id, account.passwordHash, await hashing.hash(attempt.password));
  const { passwordHash: _, browser: __, ...found } = account;
  return { account: found, way: 'password', ...(asked && { asked }) };
}

/**
 * Verifies the password of a signed-in user once more. Its counter is separate, so that other users cannot exhaust it.
 * @throws Refusal `sign_in_failed`, `throttled`, `locked`
 */
export async function proveAgain(
  database: Database,
  hashing: Pick<Hashing, 'verify'>,
  { userId, sessionId }: Pick<Caller & { readonly kind: 'user' }, 'userId' | 'sessionId'>,
  password: string,
  origin: RequestSource,
): Promise<SignInAccount> {
  const now = await readClock(database);
  const account = await accountWithPassword(database, userId);
  const log: Log = (outcome) => writeLine(database, { origin, client: null, now }, userId, outcome, 'again');
  const session = sessionFailures(sessionId ?? userId);
  await chargeOrRefuse(database, [session], log, now);
  const fits = await hashing.verify(account?.passwordHash ?? null, password);
  if (!account || !fits || account.status !== 'active') {
    await log(failureOf(account));
    refuseFault('sign_in_failed', fault({ pointer: '/current' }, 'current_password_wrong', {}));
  }
  await resetFailures(database, [session]);
  return account;
}

function failureOf(account: SignInAccount | undefined, foreign = false): SignInLine['outcome'] {
  if (!account) return 'unknown_name';
  if (account.status === 'suspended') return 'suspended';
  return account.passwordHash === null && !foreign ? 'no_password' : 'wrong_password';
}
