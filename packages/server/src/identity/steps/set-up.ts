import type { PasskeyOffer, PasskeyRegistration, SetUpWay } from '@licet/contract';
import { tellChanged } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { closeSetUpWindow, credentialsOf } from '../../store/credentials/credentials.ts';
import { insertPasskey, keepChallenge, passkeysOf, takeChallenge } from '../../store/credentials/passkeys.ts';
import { replaceRecoveryCodes } from '../../store/credentials/recovery-codes.ts';
import { codeFailures, resetFailures } from '../../store/credentials/throttle.ts';
import { activateTotp, offeredTotp, offerTotp } from '../../store/credentials/totp.ts';
import { type Change, change } from '../../store/kernel/change.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { type Account, findAccount, organisationName } from '../../store/sign-in/accounts.ts';
import { readEpoch } from '../../store/sign-in/cut-offs.ts';
import { endSessionsWithout } from '../../store/sign-in/sessions.ts';
import { endStep, findStep, lockStep } from '../../store/sign-in/steps.ts';
import { multipleFactors, type SignInWay, waysIn } from '../factors/assurance.ts';
import { beginAgain, countCode, refuseFirstCode } from '../factors/attempts.ts';
import { offerPasskey, readNewPasskey } from '../factors/passkeys.ts';
import { base32, type NewCodes, newRecoveryCodes, newTotpSecret, totpStepOf, totpUri } from '../factors/totp.ts';
import { totpAbout } from '../keys/secrets.ts';
import { completeSignIn } from './complete.ts';
import { askedOf, stillNeededBy } from './next-step.ts';
import type { PageVisit, SignedIn, StepParts } from './sign-in.ts';

// Sets up a factor that the policy demands, during a sign-in. The password step decides whether the user may do this,
// and stores the decision with the sign-in. The set-up consumes the sign-in in the same transaction, so it happens only
// once.

type AtPage = PageVisit & { readonly uid: string };

/**
 * Returns a new secret for an authenticator app. The app becomes active with its first correct code.
 * @throws Refusal `begin_again`
 */
export async function offerApp(parts: StepParts, visit: AtPage) {
  const { account } = await setUpUnderWay(parts, visit, 'totp');
  const secret = newTotpSecret();
  const connection = poolOf(parts.database);
  const sealed = parts.secrets.seal(secret.toString('base64'), totpAbout(account.id));
  const expiresAt = await offerTotp(connection, account.id, sealed, visit.now);
  const organisation = (await organisationName(connection)) || 'Licet';
  return { secret: base32(secret), uri: totpUri(secret, organisation, account.username), expiresAt };
}

/**
 * Signs in with the first right code of the offered app. Wrong codes share the counter of sign-in codes.
 * @throws Refusal `begin_again`, `code_wrong`, `throttled`, `codes_locked`
 */
export async function setUpApp(parts: StepParts, visit: AtPage, code: string): Promise<SignedIn> {
  const { database, secrets } = parts;
  const { account } = await setUpUnderWay(parts, visit, 'totp');
  const sealed = (await offeredTotp(poolOf(database), account.id, visit.now)) ?? beginAgain();
  await countCode(database, visit, account.id);
  const secret = Buffer.from(secrets.open(sealed, totpAbout(account.id)), 'base64');
  const step = totpStepOf(secret, code, visit.now);
  if (step === undefined) return refuseFirstCode();
  const signedIn = await complete(parts, visit, account, 'totp', async ({ connection, at }) => {
    if (!(await activateTotp(connection, account.id, sealed, step, at))) beginAgain();
    return { action: 'user.totp_added', after: { replaced: false } };
  });
  await resetFailures(database, [codeFailures(account.id)]);
  return signedIn;
}

/** Returns the options with which the browser creates a passkey. @throws Refusal `begin_again` */
export async function offerOwnPasskey(parts: StepParts, visit: AtPage): Promise<PasskeyOffer> {
  const { account, verifies } = await setUpUnderWay(parts, visit, 'passkey');
  const connection = poolOf(parts.database);
  const organisation = (await organisationName(connection)) || 'Licet';
  const existing = await passkeysOf(connection, account.id);
  const offer = offerPasskey(parts.issuer, organisation, account, existing, verifies ? 'required' : 'preferred');
  await keepChallenge(connection, challengeOf(visit.uid), offer.challenge, visit.now);
  return offer;
}

/** Signs in with the passkey that the browser has created. @throws Refusal `begin_again`, `passkey_refused` */
export async function setUpPasskey(
  parts: StepParts,
  visit: AtPage,
  { name, response }: { readonly name: string; readonly response: PasskeyRegistration },
): Promise<SignedIn> {
  const { account, verifies } = await setUpUnderWay(parts, visit, 'passkey');
  const challenge = (await takeChallenge(poolOf(parts.database), challengeOf(visit.uid), visit.now)) ?? beginAgain();
  const facts = await readNewPasskey(parts.issuer, challenge, response);
  if (!facts || (verifies && !facts.verifies)) return refuse('passkey_refused', 'new_passkey_unfit', {});
  const way = facts.verifies ? 'verified_passkey' : 'passkey';
  return complete(parts, visit, account, way, async ({ connection, clock }) => {
    const passkey = await insertPasskey(connection, account.id, name, facts, clock);
    return { action: 'user.passkey_added', after: { passkey: passkey.name } };
  });
}

/** Continues without the factor during the grace time. @throws Refusal `begin_again` */
export async function setUpLater(parts: StepParts, visit: AtPage): Promise<SignedIn> {
  const { account, asked, ways, epoch, until } = await setUpUnderWay(parts, visit);
  if (until === null || until <= visit.now || !(await endStep(poolOf(parts.database), visit.uid))) return beginAgain();
  return {
    account,
    ways,
    epoch,
    browser: await completeSignIn(parts.database, account, visit, asked, { ways, epoch }),
  };
}

/** Finds the user of the sign-in, and the factors that they may set up. */
async function setUpUnderWay({ database }: StepParts, visit: AtPage, way?: SetUpWay) {
  const step = (await findStep(poolOf(database), visit.uid, visit.now)) ?? beginAgain();
  const asked = await askedOf(database, step.userId, visit);
  const needed = stillNeededBy(asked, step);
  const account = await findAccount(database, step.userId);
  if (needed.kind !== 'set_up' || account?.status !== 'active') return beginAgain();
  if (way && !needed.ways.includes(way)) return beginAgain();
  const { ways, userVerification } = asked;
  // A passkey that will be the only factor at the next sign-in must verify its user.
  const verifies = userVerification === 'required' || !ways.includes('password');
  return { account, asked, ways: waysIn(step.ways), epoch: step.epoch, until: needed.until, verifies };
}

async function complete(
  { database, hashing }: StepParts,
  visit: AtPage,
  account: Account,
  way: SignInWay,
  add: (
    change: Change,
  ) => Promise<{ readonly action: 'user.totp_added' | 'user.passkey_added'; readonly after: object }>,
): Promise<SignedIn> {
  const { id, name } = account;
  const hasCodes = (await credentialsOf(poolOf(database), id)).recoveryCodes !== null;
  const made: NewCodes | undefined = hasCodes ? undefined : await newRecoveryCodes(hashing);
  const { ways, epoch } = await change(
    database,
    { kind: 'user', id, name, via: { client: null, address: visit.origin.address } },
    async (handle) => {
      const { connection, clock } = handle;
      const step = await lockStep(connection, visit.uid, visit.now);
      if (step?.userId !== id || step.setUp === null) return beginAgain();
      const { action, after } = await add(handle);
      if (made) await replaceRecoveryCodes(connection, id, made.stored, clock);
      await endStep(connection, visit.uid);
      await closeSetUpWindow(connection, [id]);
      const codes = made?.codes.length ?? 0;
      // Ends the user's sessions that have only one factor. This starts a new sign-in epoch, which this sign-in uses.
      const ended = await endSessionsWithout(handle, id, multipleFactors, null);
      await tellChanged(handle, id, action === 'user.totp_added' ? 'totp_added' : 'passkey_added');
      handle.record({ action, target: { kind: 'user', id, name }, after: { ...after, recoveryCodes: codes, ended } });
      return { ways: waysIn(step.ways), epoch: await readEpoch(connection, id) };
    },
  );
  const asked = await askedOf(database, id, visit);
  const browser = await completeSignIn(database, account, visit, asked, { ways: [...ways, way], epoch });
  return { account, ways: [...ways, way], epoch, browser, recoveryCodes: made?.codes ?? null };
}

const challengeOf = (uid: string) => `set up ${uid}`;
