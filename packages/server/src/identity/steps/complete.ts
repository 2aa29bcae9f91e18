import { browserNames, limits, type MailLanguage } from '@licet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { queueMail } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import type { JobsQueue } from '../../store/jobs/jobs.ts';
import { type Database, transaction } from '../../store/kernel/database.ts';
import { later } from '../../store/kernel/instants.ts';
import { poolOf, type Queryable } from '../../store/kernel/pool.ts';
import { mailsSince } from '../../store/mail/mails.ts';
import { firstPolicy } from '../../store/policy/policy.ts';
import type { Account } from '../../store/sign-in/accounts.ts';
import type { AskedOfPerson } from '../../store/sign-in/requirements.ts';
import { endSession, sawSession } from '../../store/sign-in/sessions.ts';
import { logSignedIn, type Noted, type Proved } from '../../store/sign-in/sign-ins.ts';
import { upstreamProofOf } from '../../store/sign-in/upstream-sessions.ts';
import { assuranceOf, includesLocalWay, includesUpstreamWay, type SignInWay } from '../factors/assurance.ts';
import { lineOf, refuseEnded, signInAttempts, type Visit, wayLabel } from '../factors/attempts.ts';
import { browserHash, newBrowserToken } from '../factors/known-browsers.ts';
import { readOrigin, rememberOrigin } from './request-origin.ts';
import type { SignedIn } from './sign-in.ts';

/** A visit of the page. `uid` is the provider's id of the sign-in; null for a sign-in without an application. */
type SignInVisit = Visit & { readonly uid: string | null };

interface Shown {
  readonly ways: readonly SignInWay[];
  /** The user's sign-in epoch when the first factor was verified. */
  readonly epoch: number;
}

/**
 * Records a sign-in in the log, and stores its result for the provider. Returns the token that makes the browser a
 * known one for the account.
 * @throws Refusal `begin_again` when the user's sign-ins have ended since the first factor, `not_found` when this
 * sign-in has expired
 */
export async function completeSignIn(
  database: Database,
  account: Addressee,
  visit: SignInVisit,
  { browser: hash, last }: Pick<AskedOfPerson, 'browser' | 'last'>,
  shown: Shown,
): Promise<string> {
  const browser = visit.browsers.find((token) => hash?.equals(browserHash(token))) ?? newBrowserToken();
  const knownBrowser = browserHash(browser);
  const proved = await provedBy(database, account.id, visit, shown, knownBrowser);
  const way = wayLabel(shown.ways);
  const line = { ...lineOf(visit, account.id, 'signed_in'), userId: account.id, way };
  const note = async (connection: Queryable, language = line.language) =>
    requireNoted(
      await logSignedIn(
        connection,
        { ...line, language },
        { browser: knownBrowser, epoch: shown.epoch, proved },
        visit.now,
      ),
    );
  if (hash) await note(poolOf(database));
  else if (!last || account.email === null) await note(poolOf(database), last?.language ?? line.language);
  else
    await transaction(database, 'begin', async (connection) => {
      await tellOfNewBrowser({ connection, clock: visit.now }, account, visit, last.language);
      await note(connection, last.language ?? line.language);
    });
  signInAttempts.publish({ outcome: 'signed_in', way });
  return browser;
}

/** The data from which the provider creates the session when the browser continues. */
async function provedBy(
  database: Database,
  userId: string,
  { uid, now }: SignInVisit,
  { ways, epoch }: Shown,
  browser: Buffer,
): Promise<Proved | null> {
  if (uid === null) return null;
  const here = includesLocalWay(ways);
  const provedAt = here ? now : ((await upstreamProofOf(poolOf(database), uid, userId))?.provedAt ?? null);
  const login = { accountId: userId, ts: Math.floor(Date.parse(now) / 1000), ...assuranceOf(...ways) };
  const there = includesUpstreamWay(ways) ? { cameBy: uid } : {};
  return { uid, result: { login, browser: browser.toString('hex'), epoch, provedAt, ...there } };
}

function requireNoted(noted: Noted): void {
  if (noted === 'ended') refuse('begin_again', 'sign_ins_ended', {});
  if (noted === 'over') refuseEnded();
}

/** The user who has signed in, and their address. */
type Addressee = Pick<Account, 'id' | 'email'>;

/**
 * Queues a mail about a sign-in in a browser that is not known for the user. It is in the user's stored language and
 * not the browser's, because someone else may have signed in. The number of such mails a day is limited.
 */
async function tellOfNewBrowser(
  queue: JobsQueue,
  { id, email }: Addressee,
  { origin: { address, agent }, client, now }: Visit,
  language: MailLanguage | null,
): Promise<void> {
  const { connection } = queue;
  if (email === null) return;
  const sent = (await mailsSince(connection, 'new_browser', [id], later(now, -day))).get(id);
  if (sent && sent.count >= limits.newBrowsersTold.value) return;
  const data = { at: now, ...browserNames(agent), network: address, client };
  await queueMail(queue, { to: [id], template: 'new_browser', data, language: language ?? undefined });
}

const day = 86_400;

interface Proof extends Pick<SignedIn, 'account' | 'ways' | 'epoch'> {
  /** The time of the sign-in, by the database's clock, in whole seconds since the epoch. */
  readonly at: number;
}

/**
 * Begins a session for a user who signed in without an application, and ends the session that the browser had.
 * @throws Refusal `begin_again` when the user's sign-ins have ended meanwhile
 */
export async function beginSession(
  { provider: current, database }: { readonly provider: () => Provider; readonly database: Database },
  request: FastifyRequest,
  reply: FastifyReply,
  { account, ways, epoch, at }: Proof,
): Promise<void> {
  const provider = current();
  rememberOrigin(request);
  const { cookies } = provider.createContext(request.raw, reply.raw);
  const secure = provider.issuer.startsWith('https:');
  cookies.secure = secure; // TLS may end at a proxy
  const cookie = provider.cookieName('session');
  const before = cookies.get(cookie);
  const old = before === undefined ? undefined : await provider.Session.find(before);
  const session = new provider.Session();
  const assurance = assuranceOf(...ways);
  session.loginAccount({ accountId: account.id, loginTs: at, ...assurance });
  const expiresIn = sessionLifetime(account);
  const { address, agent } = readOrigin(request);
  const seen = { uid: session.uid, userId: account.id, signedInAt: at, expiresIn, address, agent, ...assurance, epoch };
  if (!(await sawSession(database, seen))) refuse('begin_again', 'sign_ins_ended', {});
  await session.save(expiresIn);
  if (old?.accountId !== undefined) await endSession(database, old.accountId, old.uid, 'itself');
  await old?.destroy();
  cookies.set(cookie, session.jti, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: expiresIn * 1000,
  });
  const setCookie = reply.raw.getHeader('set-cookie');
  reply.raw.removeHeader('set-cookie');
  if (setCookie !== undefined) reply.header('set-cookie', setCookie);
}

/**
 * Returns the lifetime of a session from its sign-in, in seconds. Only a new sign-in extends a session; refreshing
 * tokens does not. A policy with a shorter lifetime also ends existing sessions that are older.
 */
export function sessionLifetime({ administrator, sessions }: Pick<Account, 'administrator' | 'sessions'>): number {
  const { administrators, members } = sessions ?? firstPolicy.sessions;
  return administrator ? administrators : members;
}
