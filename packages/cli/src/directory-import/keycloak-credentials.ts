import { limits } from '@licet/contract';
import type { KeycloakCredential } from './keycloak-shapes.ts';

/** Converts a credential of an export before Keycloak 8 (`convertDeprecatedCredentialsFormat` in Keycloak’s source). */
export function inNewForm(credential: KeycloakCredential): KeycloakCredential {
  const { type = '', hashedSaltedValue: value, salt, hashIterations, algorithm, digits, period } = credential;
  if (value === undefined) return credential;
  const of = (secret: object, data: object) => ({
    secretData: JSON.stringify(secret),
    credentialData: JSON.stringify(data),
  });
  // Entries without an algorithm are from the time when Keycloak had only one.
  if (type === 'password')
    return { type, ...of({ value, salt }, { hashIterations, algorithm: algorithm ?? 'pbkdf2' }) };
  if (type === 'totp' || type === 'hotp')
    return { type: 'otp', ...of({ value }, { subType: type, digits, period, algorithm }) };
  return credential;
}

/** The hash of a password as a PHC string; undefined for an algorithm that is unknown here. */
export function passwordOf(credential: KeycloakCredential): string | undefined {
  const { value, salt } = parsed(credential.secretData);
  const { hashIterations, algorithm, additionalParameters } = parsed(credential.credentialData);
  // A third-party provider stores the whole hash as its value, with its salt.
  if (algorithm === 'bcrypt') return typeof value === 'string' && bcrypt.test(value) ? value : undefined;
  if (typeof value !== 'string' || typeof salt !== 'string' || typeof hashIterations !== 'number') return undefined;
  const ending = `$${bare(salt)}$${bare(value)}`;
  if (algorithm === 'argon2') return argon2(hashIterations, additionalParameters, ending);
  const kind = pbkdf2.get(String(algorithm));
  return kind && `$${kind}$i=${hashIterations}${ending}`;
}

function argon2(passes: number, parameters: unknown, ending: string): string | undefined {
  const first = (name: string): string | undefined => {
    const list: unknown = Object(parameters)[name];
    return Array.isArray(list) && typeof list[0] === 'string' ? list[0] : undefined;
  };
  const version = { '1.3': 'v=19$', '1.0': 'v=16$' }[first('version') ?? ''];
  const [type, memory, parallelism] = [first('type'), first('memory'), first('parallelism')];
  if (!version || !memory || !parallelism || !/^(?:id|i|d)$/.test(type ?? '')) return undefined;
  return `$argon2${type}$${version}m=${memory},t=${passes},p=${parallelism}${ending}`;
}

/** The secret of an authenticator app in base64; undefined if its codes differ from Licet’s. */
export function totpOf(credential: KeycloakCredential): string | undefined {
  const { value } = parsed(credential.secretData);
  const { subType, digits, period, algorithm, secretEncoding } = parsed(credential.credentialData);
  const ours = subType === 'totp' && digits === 6 && period === limits.totpStep.value && algorithm === 'HmacSHA1';
  if (!ours || typeof value !== 'string') return undefined;
  // Before Keycloak encoded secrets, the text itself was the key.
  const secret = secretEncoding === 'BASE32' ? fromBase32(value) : Buffer.from(value);
  return secret && secret.length > 0 && secret.length <= 128 ? secret.toString('base64') : undefined;
}

/** RFC 4648 section 6. */
export function fromBase32(text: string): Buffer | undefined {
  const plain = text.replace(/[\s=]/g, '').toUpperCase();
  if (!/^[A-Z2-7]+$/.test(plain)) return undefined;
  const bits = [...plain].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

function parsed(text: unknown): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

const pbkdf2 = new Map([
  ['pbkdf2', 'pbkdf2-sha1'],
  ['pbkdf2-sha256', 'pbkdf2-sha256'],
  ['pbkdf2-sha512', 'pbkdf2-sha512'],
]);
const bcrypt = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const bare = (base64: string) => base64.replace(/=+$/, '');
