import type { User } from '@licet/contract';
import { queueMail } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { addressMails, chargeAttempt } from '../../store/credentials/throttle.ts';
import type { Change } from '../../store/kernel/change.ts';
import { readClock } from '../../store/kernel/clock.ts';
import type { Database } from '../../store/kernel/database.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { addressSetter, askAddressLink } from '../../store/users/addresses.ts';
import { findUserByName } from '../../store/users/users.ts';
import { callerId } from '../context.ts';
import { requireFreshSignIn } from '../credentials/fresh.ts';
import { requireMayManage } from '../may-give.ts';
import { requireEmailDomain } from '../policy/index.ts';
import { requireUser, userTarget } from '../require.ts';
import { answering, changeAs } from '../use-case.ts';

/**
 * Mails the caller a link that verifies their address. The address can be a new one; it takes effect when the link is
 * used. If the caller enters an address that another user set, the link also confirms it. If another user has the
 * address, no mail is sent, but the answer is the same.
 */
export const askOwn = answering('me.verifyEmail', async (asked) => {
  const { database, caller, body } = asked;
  const email = body.email?.trim();
  await readNow(database, async (snapshot) => {
    const user = await requireUser(snapshot, callerId(caller));
    if (email === undefined) return requireUnverified(user);
    if (email === user.email && (await addressSetter(snapshot.connection, user.id)) === null)
      return requireUnverified(user);
    await requireFreshSignIn(snapshot, caller, 'own_address');
    if (email !== user.email) await requireEmailDomain(snapshot, email);
  });
  await requireNotTooOften(database, callerId(caller));
  return changeAs('me.verifyEmail', asked, async ({ change }) => {
    const user = await requireUser(change, callerId(caller));
    const address = email ?? user.email ?? nobodysAddress(user);
    const confirms = email !== undefined && (await addressSetter(change.connection, user.id)) !== null;
    if (address !== user.email || confirms) await requireFreshSignIn(change, caller, 'own_address');
    const other = await findUserByName(change, address);
    await askToVerify(change, user, address, {
      own: email !== undefined,
      mailed: other === undefined || other.id === user.id,
    });
    change.record({ action: 'user.email_verification_asked', target: userTarget(user), after: { email: address } });
  });
});

/** Mails a user the link that verifies their address. */
export const askFor = answering('users.verifyEmail', async (asked) => {
  const { database, params, access } = asked;
  await readNow(database, async (snapshot) => {
    const user = await requireUser(snapshot, params.user);
    await requireMayManage(snapshot, access, user);
    requireUnverified(user);
  });
  await requireNotTooOften(database, params.user);
  return changeAs('users.verifyEmail', asked, async ({ change, access: mine }) => {
    const user = await requireUser(change, params.user);
    await requireMayManage(change, mine, user);
    requireUnverified(user);
    const email = user.email ?? nobodysAddress(user);
    await askToVerify(change, user, email);
    change.record({ action: 'user.email_verification_asked', target: userTarget(user), after: { email } });
  });
});

/** Queues the mail of a link in the transaction that causes it, and ends an earlier link. */
export async function askToVerify(
  change: Change,
  user: User,
  address: string,
  { own, mailed }: { readonly own: boolean; readonly mailed: boolean } = { own: false, mailed: true },
): Promise<void> {
  await askAddressLink(change, { userId: user.id, address, own });
  const data = { changes: address !== user.email };
  if (mailed) await queueMail(change, { to: [user.id], template: 'email_verification', data, address });
}

function requireUnverified(user: User): void {
  if (user.email === null) nobodysAddress(user);
  if (user.emailVerified) refuse('wrong_state', 'address_verified', { address: user.email });
  if (user.status !== 'active') refuse('wrong_state', 'address_of_inactive', { user: user.name });
}

function nobodysAddress({ name }: User): never {
  return refuse('wrong_state', 'user_without_address', { user: name });
}

async function requireNotTooOften(database: Database, userId: string): Promise<void> {
  const wait = await chargeAttempt(database, [addressMails(userId)], await readClock(database));
  if (wait === undefined || wait === 'forever') return;
  refuse('throttled', 'address_mails', { wait }, { retryAfter: wait });
}
