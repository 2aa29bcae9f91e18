import type { PasskeyRegistration } from '@licet/contract';
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { client } from '../../session/client.ts';
import { credentialWords as words } from './words.ts';

/** Why a browser made no passkey, as a form shows it. */
class NotMade extends Error {
  override readonly name = 'NotMade';
  readonly problem: { readonly title: string; readonly detail: string };
  constructor(detail: string) {
    super(words.notMade);
    this.problem = { title: words.notMade, detail };
  }
}

/** Has the browser make a passkey, and registers it. Nothing when the person closed the browser's dialog. */
export async function createPasskey(name: string) {
  if (typeof globalThis.PublicKeyCredential !== 'function') throw new NotMade(words.noPasskeySupport);
  const { startRegistration } = await import('@simplewebauthn/browser');
  const offer = await client.credentials.passkeyOptions({});
  const optionsJSON = offer as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON }).catch(
    (error: unknown): RegistrationResponseJSON | undefined => {
      const kind = error instanceof Error ? error.name : '';
      if (kind === 'NotAllowedError' || kind === 'AbortError') return undefined;
      throw new NotMade(kind === 'InvalidStateError' ? words.alreadyHere : words.notMadeText);
    },
  );
  return response && client.credentials.addPasskey({ body: { name, response: asJson(response) } });
}

/** Only what the wire carries. */
const asJson = (response: RegistrationResponseJSON): PasskeyRegistration => JSON.parse(JSON.stringify(response));
