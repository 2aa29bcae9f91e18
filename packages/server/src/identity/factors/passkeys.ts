import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { limits, type PasskeyAssertion, type PasskeyOffer, type PasskeyRegistration } from '@licet/contract';
import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { PasskeyFacts, StoredPasskey } from '../../store/credentials/passkeys.ts';

/** Whether browsers make passkeys for pages at this address: by a name, and with TLS unless it is this machine's. */
export function passkeysPossible(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  const local = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || local);
}

/** What a browser makes a passkey from: found without a username, and not on a device that has one already. */
export function offerPasskey(
  issuer: string,
  organisation: string,
  user: { readonly id: string; readonly username: string; readonly name: string },
  existing: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[],
  userVerification: 'required' | 'preferred' = 'preferred',
): PasskeyOffer {
  return {
    rp: { id: idOf(issuer), name: organisation },
    user: { id: handleOf(user.id), name: user.username, displayName: user.name },
    challenge: newChallenge(),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials: existing.map(described),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification },
    attestation: 'none',
  };
}

/** What a browser is told of the passkeys that a user has, so that it offers no others. */
export const signalOf = (issuer: string, userId: string, passkeys: readonly Pick<StoredPasskey, 'credentialId'>[]) => ({
  rpId: idOf(issuer),
  userId: handleOf(userId),
  allAcceptedCredentialIds: passkeys.map(({ credentialId }) => credentialId.toString('base64url')),
});

/** Looks at a passkey that a browser has made. Undefined when it is not what was asked for. */
export async function readNewPasskey(
  issuer: string,
  challenge: string,
  { response, ...made }: PasskeyRegistration,
): Promise<PasskeyFacts | undefined> {
  const { verifyRegistrationResponse } = await webauthn();
  try {
    if (isEmbedded(response.clientDataJSON) || !(await speaksForItself(response.attestationObject))) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...plain(made), response: { ...response, transports: known(response.transports ?? []) } },
      expectedChallenge: challenge,
      expectedOrigin: new URL(issuer).origin,
      expectedRPID: idOf(issuer),
      requireUserVerification: false,
      supportedAlgorithmIDs: [...algorithms],
    });
    if (!verified || !registrationInfo) return undefined;
    const { credential, credentialDeviceType, credentialBackedUp, userVerified } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: known(response.transports ?? []),
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
      verifies: userVerified,
    };
  } catch {
    return undefined;
  }
}

/** What a browser shows a passkey: a fresh challenge, and which ones when that is known already. */
export function askForPasskey(
  issuer: string,
  allowed: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[],
  userVerification: 'required' | 'preferred',
) {
  return {
    challenge: newChallenge(),
    rpId: idOf(issuer),
    allowCredentials: allowed.map(described),
    timeout,
    userVerification,
  };
}

/** What a signature has shown. */
export interface Signed {
  readonly counter: number;
  readonly backedUp: boolean;
  /** Whether the authenticator has made sure who holds it, by a PIN or a finger. */
  readonly userVerified: boolean;
}

/** Looks at what a passkey has signed. Undefined when it is not what was asked for, or not signed by that passkey. */
export async function readSigned(
  issuer: string,
  challenge: string,
  { response, ...made }: PasskeyAssertion,
  passkey: StoredPasskey,
): Promise<Signed | undefined> {
  if (isEmbedded(response.clientDataJSON)) return undefined;
  if (response.userHandle && response.userHandle !== handleOf(passkey.userId)) return undefined;
  const { verifyAuthenticationResponse } = await webauthn();
  try {
    const { clientDataJSON, authenticatorData, signature } = response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...plain(made), response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: challenge,
      expectedOrigin: new URL(issuer).origin,
      expectedRPID: idOf(issuer),
      requireUserVerification: false,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    const { newCounter, credentialBackedUp, credentialDeviceType, userVerified } = authenticationInfo;
    if (!verified || (credentialDeviceType === 'multiDevice') !== passkey.backupEligible) return undefined;
    return { counter: newCounter, backedUp: credentialBackedUp, userVerified };
  } catch {
    return undefined;
  }
}

/** The library weighs more than the rest of the server together: it is read when somebody uses a passkey. */
const webauthn = () => import('@simplewebauthn/server');

const newChallenge = () => randomBytes(32).toString('base64url');
const idOf = (issuer: string) => new URL(issuer).hostname;
/** A user's id, as authenticators keep it. */
const handleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812). */
const algorithms = [-8, -7, -257] as const;
const timeout = limits.passkeyChallengeLifetime.value * 1000;

const transports = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const;
const known = (names: readonly string[]): AuthenticatorTransport[] => transports.filter((name) => names.includes(name));

const described = ({ credentialId, transports: by }: Pick<StoredPasskey, 'credentialId' | 'transports'>) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports: known(by),
});

const plain = ({ id, rawId, type }: Pick<PasskeyAssertion, 'id' | 'rawId' | 'type'>) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
});

/** Our pages stand in no frame: what was signed in one was not asked for by them. */
function isEmbedded(clientData: string): boolean {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'));
    return typeof read !== 'object' || read === null || ('crossOrigin' in read && read.crossOrigin !== false);
  } catch {
    return true;
  }
}

/**
 * We ask for no attestation, and browsers take out what an authenticator says of its maker. Certificates would have us ask for
 * revoked ones wherever they say: a passkey with any is refused before they are looked at.
 */
async function speaksForItself(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}
