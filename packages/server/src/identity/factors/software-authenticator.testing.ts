import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { PasskeyOffer } from '@licet/contract';

/** The faults of a browser and its authenticator that a test can choose. */
export interface Faults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly userVerified?: boolean;
  readonly userPresent?: boolean;
  /** How far the signature counter is behind the right one. */
  readonly behind?: number;
  readonly synced?: boolean;
  readonly userHandle?: string;
  /** Self attestation, or the given one. */
  readonly attestation?: 'self' | { readonly fmt: string; readonly attStmt: Cbor };
}

interface Held {
  readonly id: Buffer;
  readonly rpId: string;
  readonly userHandle: string;
  readonly key: KeyObject;
  counter: number;
}

/** An authenticator in software with a browser in front of it: ES256, discoverable passkeys (WebAuthn Level 3 section 6). */
export class SoftwareAuthenticator {
  readonly held: Held[] = [];
  readonly #origin: string;
  readonly #counts: boolean;
  readonly #synced: boolean;

  readonly #verifies: boolean;

  constructor(origin: string, { counts = true, synced = false, verifies = true } = {}) {
    this.#verifies = verifies;
    this.#origin = origin;
    this.#counts = counts;
    this.#synced = synced;
  }

  create(offer: PasskeyOffer, faults: Faults = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = publicKey.export({ format: 'jwk' });
    const id = randomBytes(32);
    const held = { id, rpId: offer.rp.id, userHandle: offer.user.id, key: privateKey, counter: this.#counts ? 1 : 0 };
    this.held.push(held);
    const cose = cbor(
      new Map<Cbor, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(jwk.x ?? '', 'base64url')],
        [-3, Buffer.from(jwk.y ?? '', 'base64url')],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
    const authData = Buffer.concat([this.#authData(held, faults, 0x40), attested]);
    const clientData = this.#clientData('webauthn.create', offer.challenge, faults);
    const { attestation = { fmt: 'none', attStmt: new Map() } } = faults;
    const self = {
      fmt: 'packed',
      attStmt: new Map<Cbor, Cbor>([['alg', -7]]).set('sig', sign(held, authData, clientData)),
    };
    const { fmt, attStmt } = attestation === 'self' ? self : attestation;
    const object = cbor(
      new Map<Cbor, Cbor>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', authData],
      ]),
    );
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key' as const,
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: object.toString('base64url'),
        transports: ['internal', 'something new'],
      },
    };
  }

  /** Signs with the first passkey that the request allows; if there is none, with the first passkey. */
  get(asked: { challenge: string; rpId: string; allowCredentials?: readonly { id: string }[] }, faults: Faults = {}) {
    const allowed = asked.allowCredentials ?? [];
    const fits = ({ id, rpId }: Held) =>
      rpId === asked.rpId &&
      (allowed.length === 0 || allowed.some((credential) => credential.id === id.toString('base64url')));
    const held = this.held.find(fits) ?? this.held[0];
    if (!held) throw new Error('The authenticator holds no passkey.');
    if (this.#counts) held.counter += 1;
    const authenticatorData = this.#authData(held, faults, 0);
    const clientData = this.#clientData('webauthn.get', asked.challenge, faults);
    const signature = sign(held, authenticatorData, clientData);
    return {
      id: held.id.toString('base64url'),
      rawId: held.id.toString('base64url'),
      type: 'public-key' as const,
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: faults.userHandle ?? held.userHandle,
      },
    };
  }

  #authData(held: Held, faults: Faults, more: number): Buffer {
    const { userPresent = true, userVerified = this.#verifies, synced = this.#synced } = faults;
    const flags = (userPresent ? 0x01 : 0) | (userVerified ? 0x04 : 0) | (synced ? 0x18 : 0) | more;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(held.counter - (faults.behind ?? 0), 1);
    return Buffer.concat([
      createHash('sha256')
        .update(faults.rpId ?? held.rpId)
        .digest(),
      rest,
    ]);
  }

  #clientData(type: string, challenge: string, faults: Faults): Buffer {
    const { origin = this.#origin, crossOrigin = false } = faults;
    return Buffer.from(
      JSON.stringify({ type: faults.type ?? type, challenge: faults.challenge ?? challenge, origin, crossOrigin }),
    );
  }
}

const sign = ({ key }: Held, authData: Buffer, clientData: Buffer) =>
  createSign('sha256').update(authData).update(createHash('sha256').update(clientData).digest()).sign(key);

export type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<Cbor, Cbor>;

/** RFC 8949, as far as authenticators need it. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
  const list = value as readonly Cbor[];
  return Buffer.concat([head(4, list.length), ...list.map(cbor)]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}
