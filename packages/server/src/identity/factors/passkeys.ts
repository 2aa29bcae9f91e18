import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { limits, type PasskeyAssertion, type PasskeyOffer, type PasskeyRegistration } from '@licet/contract';
import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { PasskeyFacts, StoredPasskey } from '../../store/credentials/passkeys.ts';

/** Whether browsers create passkeys for pages at this address. That needs a host name, and TLS except on this machine. */
export function passkeysPossible(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  const local = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || local);
}

/**
 * Returns the options for creating a passkey that works without typing a username. Excludes authenticators that already
 * have a passkey of the user.
 */
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

/** The list of the user's passkeys, so that the browser can stop offering deleted ones. */
export const signalOf = (issuer: string, userId: string, passkeys: readonly Pick<StoredPasskey, 'credentialId'>[]) => ({
  rpId: idOf(issuer),
  userId: handleOf(userId),
  allAcceptedCredentialIds: passkeys.map(({ credentialId }) => credentialId.toString('base64url')),
});

/** Verifies a newly created passkey. Undefined if it does not match the request. */
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

/** The options for signing with a passkey: a fresh challenge, and the passkeys if they are known. */
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

/** The result of a verified signature. */
export interface Signed {
  readonly counter: number;
  readonly backedUp: boolean;
  /** Whether the authenticator verified its user, by a PIN or biometrics. */
  readonly userVerified: boolean;
}

/** Verifies a passkey's signature. Undefined if it does not match the request or the passkey. */
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

/** The library is larger than the rest of the server, so it is loaded with the first passkey. */
const webauthn = () => import('@simplewebauthn/server');

const newChallenge = () => randomBytes(32).toString('base64url');
const idOf = (issuer: string) => new URL(issuer).hostname;
/** A user's id in the form that authenticators store. */
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

/** Whether the browser signed inside a frame. Our pages are never in one, so another site requested such a signature. */
function isEmbedded(clientData: string): boolean {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'));
    return typeof read !== 'object' || read === null || ('crossOrigin' in read && read.crossOrigin !== false);
  } catch {
    return true;
  }
}

/**
 * Whether the passkey has no attestation certificates. We request none, and browsers then remove them. A passkey with
 * certificates is refused before the library sees it, because the library would contact the revocation servers that the
 * certificates name.
 */
async function speaksForItself(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}
