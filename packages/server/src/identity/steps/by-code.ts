import { fault, refuseFault } from '../../refusal.ts';
import {
  countRecoveryCodes,
  hasRecoveryCode,
  saltOf,
  useRecoveryCode,
} from '../../store/credentials/recovery-codes.ts';
import { codeFailures, resetFailures } from '../../store/credentials/throttle.ts';
import { findTotp, useTotpStep } from '../../store/credentials/totp.ts';
import { change } from '../../store/kernel/change.ts';
import { transaction } from '../../store/kernel/database.ts';
import { poolOf, type Queryable } from '../../store/kernel/pool.ts';
import { type Account, findAccount } from '../../store/sign-in/accounts.ts';
import { endStep, findStep, lockStep, type Step } from '../../store/sign-in/steps.ts';
import { type SignInWay, waysIn } from '../factors/assurance.ts';
import { beginAgain, chargeKnownBrowser, countCode, type Log, writeLine } from '../factors/attempts.ts';
import { isTotpCode, recoveryCodeHash, totpStepOf } from '../factors/totp.ts';
import { totpAbout } from '../keys/secrets.ts';
import { goOn, type PageVisit, type StepOutcome, type StepParts } from './sign-in.ts';

/**
 * Signs in with an authenticator code or a recovery code, after the first factor. The attempt is counted before the
 * code is compared. In a known browser it counts for that browser, otherwise for the user.
 * @throws Refusal `begin_again`, `code_wrong`, `throttled`, `codes_locked`
 */
export async function signInByCode(
  parts: StepParts,
  visit: PageVisit,
  typed: string,
  remember = false,
): Promise<StepOutcome> {
  const { database } = parts;
  const uid = visit.uid ?? beginAgain();
  const { userId, epoch } = (await findStep(poolOf(database), uid, visit.now)) ?? beginAgain();
  const log: Log = (outcome) => writeLine(database, visit, userId, outcome, 'code');
  const known = await chargeKnownBrowser(database, userId, visit, log, 'codes');
  if (!known) await countCode(database, visit, userId);
  const account = await findAccount(database, userId);
  if (account?.status !== 'active') {
    await writeLine(database, visit, userId, 'suspended', 'code');
    return beginAgain();
  }
  const used = isTotpCode(typed)
    ? await completeByTotp(parts, { ...visit, uid }, userId, typed)
    : await completeByRecoveryCode(parts, { ...visit, uid }, account, typed);
  if (!used) {
    await writeLine(database, visit, userId, 'wrong_code', 'code');
    return refuseFault('code_wrong', fault({ pointer: '/code' }, 'code_unfit', {}));
  }
  await resetFailures(database, known ? [codeFailures(userId), known] : [codeFailures(userId)]);
  return goOn(parts, visit, account, used, { remember, epoch });
}

type AtPage = PageVisit & { readonly uid: string };

/**
 * Completes the sign-in and uses up the code in one transaction. Of two requests of the same sign-in, one waits for the other, so only
 * one succeeds.
 */
async function completeByTotp(
  { database, secrets }: StepParts,
  { uid, now }: AtPage,
  userId: string,
  typed: string,
): Promise<SignInWay[] | undefined> {
  return transaction(database, 'begin', async (connection) => {
    const step = await requireStep(connection, uid, now, userId);
    const totp = await findTotp(connection, userId);
    const secret = totp && Buffer.from(secrets.open(totp.secret, totpAbout(userId)), 'base64');
    const used = secret && totpStepOf(secret, typed, now);
    if (!totp || used === undefined) return undefined;
    if (!(await useTotpStep(connection, userId, totp.secret, used, now))) return undefined;
    await endStep(connection, uid);
    return [...waysIn(step.ways), 'totp'];
  });
}

/** Using a recovery code is a change on the audit chain, and takes the writer lock. Wrong codes never take it. */
async function completeByRecoveryCode(
  { database, hashing }: StepParts,
  { uid, now, origin }: AtPage,
  { id, name }: Account,
  typed: string,
): Promise<SignInWay[] | undefined> {
  const salt = await saltOf(poolOf(database), id);
  const hash = salt && (await recoveryCodeHash(hashing, salt, typed));
  if (!hash || !(await hasRecoveryCode(poolOf(database), id, hash))) return undefined;
  return change(
    database,
    { kind: 'user', id, name, via: { client: null, address: origin.address } },
    async (handle): Promise<SignInWay[]> => {
      const step = await requireStep(handle.connection, uid, now, id);
      if (!(await useRecoveryCode(handle.connection, id, hash, handle.at))) throw usedUp;
      await endStep(handle.connection, uid);
      const left = await countRecoveryCodes(handle.connection, id);
      handle.record({ action: 'user.recovery_code_used', target: { kind: 'user', id, name }, after: { left } });
      return [...waysIn(step.ways), 'recovery_code'];
    },
  ).catch((error: unknown) => {
    if (error === usedUp) return undefined;
    throw error;
  });
}

const usedUp = new Error('The recovery code was used at the same moment.');

async function requireStep(connection: Queryable, uid: string, now: string, userId: string): Promise<Step> {
  const step = await lockStep(connection, uid, now);
  return step?.userId === userId ? step : beginAgain();
}
