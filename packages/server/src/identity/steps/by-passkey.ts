import type { PasskeyAssertion, PasskeyQuestion } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { keepChallenge, passkeysOf, usePasskey } from '../../store/credentials/passkeys.ts';
import { passkeyFailures, resetFailures } from '../../store/credentials/throttle.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { takePresented } from '../../store/sign-in/accounts.ts';
import { settleAndAsk } from '../../store/sign-in/requirements.ts';
import { endStep, type Step } from '../../store/sign-in/steps.ts';
import { waysIn } from '../factors/assurance.ts';
import { beginAgain, chargeKnownBrowser, chargeOrRefuse, type Log, refuseWay, writeLine } from '../factors/attempts.ts';
import { browserHash } from '../factors/known-browsers.ts';
import { askForPasskey, readSigned, type Signed } from '../factors/passkeys.ts';
import { goOn, type PageVisit, type StepOutcome, type StepParts } from './sign-in.ts';

/**
 * Returns a challenge for a passkey. As the first factor, any passkey for this address may sign it. After the first
 * factor, only a passkey of the user may.
 * @throws Refusal `way_refused`
 */
export async function askPasskey(
  { database, issuer }: StepParts,
  visit: PageVisit & { readonly uid: string },
): Promise<PasskeyQuestion> {
  const connection = poolOf(database);
  const { userVerification } = requirePasskeys(visit);
  const { step } = visit;
  const allowed = step ? await passkeysOf(connection, step.userId) : [];
  const options = askForPasskey(issuer, allowed, visit.strongest && !step ? 'required' : userVerification);
  await keepChallenge(connection, challengeOf(visit.uid), options.challenge, visit.now);
  return options;
}

/**
 * Signs in with a passkey.
 * - A passkey that verified its user counts as both factors. Otherwise it is the first factor, or the second factor
 * after a password.
 * - Every failure gets the same answer. A locked password does not matter.
 * - Only answers to a challenge of this page count as attempts. In a known browser they count only for that browser.
 * @throws Refusal `begin_again`, `passkey_unknown`, `passkey_refused`, `throttled`
 */
export async function signInByPasskey(
  parts: StepParts,
  visit: PageVisit,
  response: PasskeyAssertion,
  remember = false,
): Promise<StepOutcome> {
  const { database, issuer } = parts;
  const connection = poolOf(database);
  const uid = visit.uid ?? beginAgain();
  const { userVerification } = requirePasskeys(visit);
  const credentialId = Buffer.from(response.id, 'base64url');
  const { passkey, account, ...asked } = await takePresented(database, challengeOf(uid), credentialId, visit.now);
  const challenge = asked.challenge ?? beginAgain();
  const log: Log = (outcome) => writeLine(database, visit, passkey?.userId ?? null, outcome, 'passkey');
  const attempts = passkeyFailures(visit.origin.address, passkey?.id);
  const known = passkey && (await chargeKnownBrowser(database, passkey.userId, visit, log, 'passkeys'));
  if (!known) await chargeOrRefuse(database, [attempts], log, visit.now, 'passkeys');
  if (!passkey) {
    await log('passkey_refused');
    return refuse('passkey_unknown', 'passkey_of_nobody', {});
  }
  const { step } = visit;
  const signed = await readSigned(issuer, challenge, response, passkey);
  const fits =
    signed !== undefined &&
    account?.status === 'active' &&
    (signed.userVerified || userVerification === 'preferred') &&
    (step
      ? isSecond(step, account.id, signed)
      : response.response.userHandle && (signed.userVerified || !visit.strongest)) &&
    (await usePasskey(connection, passkey.id, { ...signed, verifies: signed.userVerified }, visit.now));
  if (!fits) {
    await log('passkey_refused');
    return refuse('passkey_refused', 'passkey_unfit', {});
  }
  const forgiven = known ? [attempts, known] : [attempts];
  const way = signed.userVerified ? 'verified_passkey' : 'passkey';
  if (!step) {
    const on = { application: visit.application, browsers: visit.browsers.map(browserHash), now: visit.now };
    return goOn(parts, visit, account, [way], {
      asked: await settleAndAsk(database, account.id, on, { refunds: [], forgiven }),
    });
  }
  await resetFailures(database, forgiven);
  if (!(await endStep(connection, uid))) return beginAgain();
  return goOn(parts, visit, account, [...waysIn(step.ways), way], { remember, epoch: step.epoch });
}

/** Returns the sign-in rules if they accept passkeys. @throws Refusal `way_refused` */
function requirePasskeys({ rules }: Pick<PageVisit, 'rules'>) {
  return rules.ways.includes('passkey') ? rules : refuseWay('passkey');
}

/** Whether the passkey is a second factor. After another passkey it is one only if it verified its user. */
const isSecond = (step: Step, userId: string, { userVerified }: Signed) =>
  step.userId === userId && (userVerified || !step.ways.includes('passkey'));

const challengeOf = (uid: string) => `sign-in ${uid}`;
