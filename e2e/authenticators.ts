import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';

export interface Authenticator {
  /** Sets whether the owner touches the authenticator as soon as it asks. Otherwise the authenticator waits. */
  touched(atOnce: boolean): Promise<unknown>;
  /** The number of passkeys on the authenticator. */
  passkeys(): Promise<number>;
  /** Adds a passkey that this Licet does not know. */
  addUnknown(): Promise<unknown>;
}

/** Adds a built-in authenticator whose owner passes its fingerprint check. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  return {
    touched: (enabled) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    passkeys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    addUnknown: () => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const credential = {
        credentialId: randomBytes(16).toString('base64'),
        isResidentCredential: true,
        rpId: 'localhost',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
        userHandle: randomBytes(16).toString('base64'),
        signCount: 1,
      };
      return session.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
  };
}

/**
 * Returns a function that generates codes for this secret (RFC 6238). A code works only once, so the next call may wait for the next
 * 30-second step.
 */
export function codesOf(secret: string): () => Promise<string> {
  const step = () => Math.floor(Date.now() / 30_000);
  let lastStep = 0;
  return async () => {
    if (lastStep > step()) await pause((lastStep + 1) * 30_000 - Date.now());
    lastStep = Math.max(step(), lastStep + 1); // Licet accepts a code one step ahead, because clocks differ.
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(lastStep));
    const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
    const code = (digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000;
    return String(code).padStart(6, '0');
  };
}

function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/\s|=/g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
