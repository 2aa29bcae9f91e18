import type { PasskeyAssertion, PasskeyOffer, PasskeyRegistration, StepReply } from '@licet/contract';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { Refused } from './send.ts';
import type { SignInStep } from './sign-in-steps.ts';
import { passkeyWords as words } from './words.ts';

/** Whether this browser supports passkeys, which need a secure context. */
export const browserHasPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** How the page asks for a passkey: by a button, or by the browser's own suggestion beside the username. */
export type PasskeyPrompt = 'button' | 'suggestion';

type Ask = SignInStep['ask'];
let turn = 0;
let asking: Promise<unknown> = Promise.resolve();

/**
 * Asks the browser to sign with a passkey, and sends the signature to the server. Returns the server's reply: the URL
 * to continue at, or the next step. Returns undefined if the user closed the browser's dialog, or if a newer call
 * replaced this one.
 * @throws Refused
 */
export async function signWithPasskey(
  askHere: Ask,
  prompt: PasskeyPrompt,
  remember = false,
): Promise<StepReply | undefined> {
  turn += 1;
  const ownTurn = turn;
  const { startAuthentication, browserSupportsWebAuthnAutofill, WebAuthnAbortService } = await import(
    '@simplewebauthn/browser'
  );
  if (prompt === 'suggestion' && !(await browserSupportsWebAuthnAutofill())) return undefined;
  if (prompt === 'button') WebAuthnAbortService.cancelCeremony();
  // Request one challenge at a time, because the server keeps only the last one. Give up if a newer call has replaced
  // this one.
  const answer = asking.then(() => (ownTurn === turn ? askHere('/passkey/options', {}) : undefined));
  asking = answer.catch(() => undefined);
  const options = await answer;
  if (!options || ownTurn !== turn) return undefined;
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: prompt === 'suggestion' }).catch(
    (error: unknown) => {
      // Ignore a failed suggestion, since the user did not request it.
      if (prompt === 'suggestion' || wasClosed(error)) return undefined;
      throw new Refused({
        code: 'passkey_refused',
        title: words.failed,
        detail: words.failedText,
        next: '',
        errors: [],
      });
    },
  );
  if (!response) return undefined;
  return askHere('/passkey', {
    response: response as unknown as PasskeyAssertion,
    ...(remember && { remember }),
  }).catch((error: unknown) => {
    if (error instanceof Refused && error.problem.code === 'passkey_unknown')
      void forgetUnknown(optionsJSON.rpId, response.id);
    throw error;
  });
}

/**
 * Asks the browser to create a passkey from an offer. Returns undefined if the user closed the dialog.
 * @throws Refused
 */
export async function makePasskey(askForOffer: () => Promise<PasskeyOffer>): Promise<PasskeyRegistration | undefined> {
  const { startRegistration, WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
  const offer = await askForOffer();
  const optionsJSON = offer as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    if (wasClosed(error)) return undefined;
    throw new Refused({
      code: 'passkey_refused',
      title: words.notMade,
      detail: words.notMadeText,
      next: '',
      errors: [],
    });
  });
  return response && (JSON.parse(JSON.stringify(response)) as PasskeyRegistration);
}

/** Whether the user closed the browser's dialog, or another request replaced it. */
const wasClosed = (error: unknown) =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/**
 * Tells the browser that the server does not know the passkey, so that the browser no longer offers it (WebAuthn Level
 * 3 section 5.1.10).
 */
async function forgetUnknown(rpId: string | undefined, credentialId: string): Promise<void> {
  if (rpId === undefined || !('signalUnknownCredential' in PublicKeyCredential)) return;
  await PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }).catch(() => undefined);
}
