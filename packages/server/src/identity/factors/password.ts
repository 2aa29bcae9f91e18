import { identityKey } from '@licet/contract';
import { fault, refuse, refuseFault } from '../../refusal.ts';
import {
  type Counter,
  forgive,
  nameFailures,
  networkFailures,
  refund,
  sessionFailures,
  settle,
} from '../../store/credentials/failures.ts';
import { strengthenHash } from '../../store/credentials/passwords.ts';
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
import type { Caller, Origin } from '../../usecases/context.ts';
import { type Log, type Visit, writeLine } from './attempts.ts';
import type { Hashing } from './hashing.ts';
import { browserHash } from './known-browsers.ts';
import { chargeBrowser, chargeOrRefuse } from './throttling.ts';

export interface PasswordAttempt extends Visit {
  readonly login: string;
  readonly password: string;
}

/** What compares a password that is not kept here. */
export interface Elsewhere {
  /** Where a name leads; undefined when it is nowhere else. */
  readonly leads: (attempt: PasswordAttempt, account: SignInAccount | undefined) => Promise<LedElsewhere | undefined>;
  /** Refuses a wrong answer otherwise, for everybody alike, while it cannot be asked. */
  readonly refuseWhereDown: () => Promise<void>;
}

export interface LedElsewhere {
  /** Whether a password of Licet that they have is taken as well. */
  readonly besideOwn: boolean;
  /** Whether the password fits there. Tries are counted on whom they are made at, those in a known browser of the user apart. */
  readonly fits: (known: boolean) => Promise<boolean>;
  /** Whether a directory refused the password, also when `fits` failed because another directory did not answer. */
  readonly wasRefused: () => boolean;
  /** Whether it was the password of another entry than those of the user of that name: the directory has given the name to somebody else. */
  readonly isAnother: () => boolean;
  /** Whose account it is, once it did; undefined when it was not asked, or said no. */
  readonly account: () => Promise<Account | undefined>;
  /** What a right password of a directory forgives there. */
  readonly counters: () => readonly Counter[];
}

/** Who proved it, and whether by a password that is kept here. */
export interface ProvedAccount {
  readonly account: Account;
  readonly way: 'password' | 'directory';
  /** What is asked of them, where it was read with it. */
  readonly asked?: AskedOfPerson;
}

/**
 * Finds whose username or e-mail address and password were typed. Whatever is wrong, the answer is the same and takes the same
 * time; attempts are counted before the password is looked at: those in a known browser on that browser alone, all others on the
 * name as it was typed and on the network.
 * @throws Refusal `sign_in_failed`, `throttled`, `locked`, and as `Elsewhere`
 */
export async function provePassword(
  database: Database,
  hashing: Hashing,
  attempt: PasswordAttempt,
  elsewhere: Elsewhere,
): Promise<ProvedAccount> {
  const { now } = attempt;
  const browsers = attempt.browsers.map(browserHash);
  const account = await findSignInAccount(database, attempt.login, { browsers, now });
  const log: Log = (outcome) => writeLine(database, attempt, account?.id ?? null, outcome, 'password');
  const name = nameFailures(identityKey(attempt.login), account !== undefined);
  const network = networkFailures(attempt.origin.address);
  const known = account?.browser ? await chargeBrowser(database, account.browser, now, log) : undefined;
  if (!known) await chargeOrRefuse(database, [network, name], log, now);
  const led = await elsewhere.leads(attempt, account);
  const hash = led?.besideOwn === false ? null : (account?.passwordHash ?? null);
  let there = false;
  let askedThere = false;
  const kept = led && {
    hash,
    fits: async () => {
      askedThere = true;
      there = await led.fits(known !== undefined);
      return there;
    },
  };
  const fits = await hashing.verify(kept ?? hash, attempt.password).catch(async (error: unknown) => {
    // A compared password counts, even if a directory did not answer. The name counts in any case: otherwise a name that never has to
    // wait would be known to belong to no local user.
    const compared = askedThere && (hash !== null || led?.wasRefused() === true);
    const untried = known ? [known] : askedThere ? [network] : [network, name];
    if (!compared) for (const charged of untried) await refund(database, charged);
    await log('provider_refused');
    throw error;
  });
  const another = there && led?.isAnother() === true;
  const proved = there ? another || account?.status !== 'suspended' : account?.status === 'active';
  if (!fits || !proved) {
    if (fits && !known) await refund(database, network);
    await log(failureOf(account, led !== undefined));
    await elsewhere.refuseWhereDown();
    return refuse('sign_in_failed', 'name_or_password_wrong', {});
  }
  const more = led?.counters() ?? [];
  // Who has the name over there takes back this try alone: all others stand against the user who has it here.
  const owed = another
    ? { refunds: known ? [known] : [network, name], forgiven: more }
    : { refunds: known ? [] : [network], forgiven: [name, ...(known ? [known] : []), ...more] };
  // What is asked of them is read with it; of those of a directory once it is settled who they are and what they are in.
  const on = { application: attempt.application, browsers, now };
  const asked = account && !there ? await settleAndAsk(database, account.id, on, owed) : undefined;
  if (!asked) await settle(database, owed);
  const theirs = await led?.account();
  // In the epoch that was before the password was looked at, as far as it was known by then whose it is.
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
 * Has somebody who is signed in prove it again by password, with attempts of their own: nobody elsewhere uses them up.
 * @throws Refusal `sign_in_failed`, `throttled`, `locked`
 */
export async function proveAgain(
  database: Database,
  hashing: Pick<Hashing, 'verify'>,
  { userId, sessionId }: Pick<Caller & { readonly kind: 'user' }, 'userId' | 'sessionId'>,
  password: string,
  origin: Origin,
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
  await forgive(database, [session]);
  return account;
}

function failureOf(account: SignInAccount | undefined, led = false): SignInLine['outcome'] {
  if (!account) return 'unknown_name';
  if (account.status === 'suspended') return 'suspended';
  return account.passwordHash === null && !led ? 'no_password' : 'wrong_password';
}
