import { createCipheriv, createHash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limits } from '@licet/contract';
import { type Algorithm, hashRaw, type Version } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { type Finding, finding } from '../../refusal.ts';
import type { Secrets } from '../keys/secrets.ts';

/** A password hash of another system: its cost, and how to compare a password with it. */
export interface ImportedHash {
  /** Kind and cost as one text; hashes with the same text take the same time. */
  readonly cost: string;
  /** Whether the hash covers the whole password, and not only its beginning. */
  readonly coversWhole: (password: string) => boolean;
  /** Compares the bytes as typed, in UTF-8. */
  readonly fits: (password: string) => Promise<boolean>;
}

/** Why a hash is not imported. */
export interface HashFault {
  readonly fault: Finding;
}

/** An imported hash in stored form, and its cost, by which the store finds one hash of each cost. */
export interface KeptHash {
  readonly cost: string;
  readonly hash: string;
}

/** Returns the stored form of an imported hash. A key that it was made with is encrypted. */
export function keepImported(text: string, secrets: Secrets): KeptHash | HashFault {
  const read = readImportedHash(text);
  if ('fault' in read) return read;
  const sealed = withSigner(text, (signer) => bare(secrets.seal(signer, signerAbout).toString('base64')));
  return { cost: read.cost, hash: `imported:${read.cost}:${sealed}` };
}

/** Reads the stored form of {@link keepImported}. */
export function openImported(kept: string, secrets: Secrets): ImportedHash | undefined {
  const text = kept.split(':')[3] ?? '';
  const opened = withSigner(text, (signer) => secrets.open(Buffer.from(signer, 'base64'), signerAbout));
  const read = readImportedHash(opened);
  return 'fault' in read ? undefined : read;
}

/** Encrypts the key in a stored hash again with the current server key; undefined if nothing changes. */
export function resealImported(kept: string, secrets: Secrets): string | undefined {
  const parts = kept.split(':');
  const text = parts[3] ?? '';
  const resealed = withSigner(text, (signer) => {
    const next = secrets.reseal(Buffer.from(signer, 'base64'), signerAbout);
    return next ? bare(next.toString('base64')) : signer;
  });
  return resealed === text ? undefined : parts.with(3, resealed).join(':');
}

function withSigner(text: string, change: (signer: string) => string): string {
  const parts = text.split('$');
  const [, kind, , , , signer] = parts;
  if (kind !== 'firebase-scrypt' || signer === undefined) return text;
  return parts.with(5, change(signer)).join('$');
}

/**
 * Parses a hash in the PHC string format, with base64 without padding. Refuses a hash whose cost would stall the
 * server. The accepted forms are:
 * - `$2b$12$…`
 * - `$argon2id$v=19$m=…,t=…,p=…$salt$hash`
 * - `$pbkdf2-sha512$i=…$salt$hash`
 * - `$scrypt$ln=…,r=…,p=…$salt$hash`
 * - our own `$bcrypt-sha256$2b$12$…` (Django)
 * - our own `$firebase-scrypt$ln=…,r=…$salt$separator$signer$hash`
 */
export function readImportedHash(text: string): ImportedHash | HashFault {
  if (text.length > limits.importedHashLength.value) return unreadable('too_long');
  const [, kind = '', ...parts] = text.split('$');
  if (/^2[aby]$/.test(kind)) return readBcrypt(text, 'bcrypt', plain);
  if (kind === 'bcrypt-sha256') return readBcrypt(`$${parts.join('$')}`, kind, sha256Hex);
  if (/^argon2(?:id|i|d)$/.test(kind)) return readArgon2(kind, parts);
  if (/^pbkdf2-sha(?:1|256|512)$/.test(kind)) return readPbkdf2(kind, parts);
  if (kind === 'scrypt') return readScrypt(parts);
  if (kind === 'firebase-scrypt') return readFirebase(parts);
  return unreadable('kind');
}

function readBcrypt(text: string, kind: string, before: (password: string) => string): ImportedHash | HashFault {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text) ?? [];
  if (cost === undefined) return malformed;
  const most = limits.importedBcryptCost.value;
  if (Number(cost) < 4 || Number(cost) > most) return tooCostly('bcrypt', Number(cost), most);
  return {
    cost: `${kind}:${cost}`,
    // bcrypt uses 72 bytes and ignores what follows.
    coversWhole: (password) => Buffer.byteLength(before(password)) <= 72,
    // bcrypt repeats the key after a NUL, so “a NUL a” would equal “a”.
    fits: async (password) => !password.includes('\0') && verifyBcrypt(before(password), text),
  };
}

function readArgon2(kind: string, parts: string[]): ImportedHash | HashFault {
  const version = parts[0]?.startsWith('v=') ? parts.shift() : 'v=16';
  const { m = 0, t = 0, p = 0 } = numbers(parts[0]);
  const [salt, hash] = bytesOf(parts.slice(1), 2);
  if (!salt || !hash || m < 8 || t < 1 || p < 1 || p > 255 || m < 8 * p || salt.length < 8) return malformed;
  if (version !== 'v=19' && version !== 'v=16') return malformed;
  const fault = tooMuch(m, m * t);
  if (fault) return fault;
  const options = {
    algorithm: { argon2d: 0, argon2i: 1, argon2id: 2 }[kind] as Algorithm,
    version: (version === 'v=19' ? 1 : 0) as Version,
    memoryCost: m,
    timeCost: t,
    parallelism: p,
    outputLen: hash.length,
    salt,
  };
  return derived(`${kind}:${m},${t},${p}`, hash, async (password) => hashRaw(password, options));
}

function readPbkdf2(kind: string, parts: string[]): ImportedHash | HashFault {
  const { i = 0 } = numbers(parts[0]);
  const [salt, hash] = bytesOf(parts.slice(1), 2);
  if (!salt || !hash || i < 1) return malformed;
  const digest = kind.slice('pbkdf2-'.length);
  const most = limits[digest === 'sha512' ? 'importedPbkdf2LongIterations' : 'importedPbkdf2Iterations'].value;
  // A hash longer than the digest takes all iterations once for each block (RFC 8018 section 5.2).
  const rounds = i * Math.ceil(hash.length / createHash(digest).digest().length);
  if (rounds > most) return tooCostly('iterations', rounds, most);
  return derived(`${kind}:${rounds}`, hash, (password) => pbkdf2Of(password, salt, i, hash.length, digest));
}

function readScrypt(parts: string[]): ImportedHash | HashFault {
  const { ln = 0, r = 0, p = 0 } = numbers(parts[0]);
  const [salt, hash] = bytesOf(parts.slice(1), 2);
  if (!salt || !hash || ln < 1 || ln > 30 || r < 1 || p < 1) return malformed;
  const memory = (2 ** ln * r * 128) / 1024;
  const fault = tooMuch(memory, memory * p);
  if (fault) return fault;
  const options = { N: 2 ** ln, r, p, maxmem: scryptRoom };
  return derived(`scrypt:${ln},${r},${p}`, hash, (password) => scryptOf(password, salt, hash.length, options));
}

/** Firebase derives a key by scrypt and encrypts the project's signer key with it; the result is the hash. */
function readFirebase(parts: string[]): ImportedHash | HashFault {
  const { ln = 0, r = 0 } = numbers(parts[0]);
  const [salt, separator, signer, hash] = bytesOf(parts.slice(1), 4);
  if (!salt || !separator || !signer || !hash || ln < 1 || ln > 30 || r < 1) return malformed;
  if (signer.length !== hash.length) return malformed;
  const memory = (2 ** ln * r * 128) / 1024;
  const fault = tooMuch(memory, memory);
  if (fault) return fault;
  const options = { N: 2 ** ln, r, p: 1, maxmem: scryptRoom };
  return derived(`firebase-scrypt:${ln},${r}`, hash, async (password) => {
    const key = await scryptOf(password, Buffer.concat([salt, separator]), 32, options);
    const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
    return Buffer.concat([cipher.update(signer), cipher.final()]);
  });
}

function derived(cost: string, hash: Buffer, derive: (password: string) => Promise<Buffer>): ImportedHash | HashFault {
  if (hash.length < 16 || hash.length > 128) return malformed;
  const fits = async (password: string) => {
    const found = await derive(password);
    return found.length === hash.length && timingSafeEqual(found, hash);
  };
  return { cost, coversWhole: () => true, fits };
}

function tooMuch(memory: number, work: number): HashFault | undefined {
  const { importedHashMemory, importedHashWork } = limits;
  if (memory > importedHashMemory.value) return tooCostly('memory', memory, importedHashMemory.value);
  return work > importedHashWork.value ? tooCostly('work', work, importedHashWork.value) : undefined;
}

const unreadable = (fault: 'too_long' | 'kind' | 'form'): HashFault => ({
  fault: finding('password_hash_unreadable', { fault }),
});
const tooCostly = (measure: 'bcrypt' | 'iterations' | 'memory' | 'work', needed: number, most: number): HashFault => ({
  fault: finding('password_hash_costly', { measure, needed, most }),
});

/** Parses parameters such as `m=7168,t=5,p=1`. */
function numbers(text = ''): Readonly<Record<string, number>> {
  const pairs = [...text.matchAll(/(?:^|,)([a-z]{1,4})=(\d{1,10})(?=,|$)/g)];
  return Object.assign(Object.create(null), Object.fromEntries(pairs.map(([, name, value]) => [name, Number(value)])));
}

/** Decodes `count` parts of base64. Returns an empty list if any is invalid. */
function bytesOf(parts: readonly string[], count: number): Buffer[] {
  const right = parts.length === count && parts.every((part) => /^[A-Za-z0-9+/]*$/.test(part));
  return right ? parts.map((part) => Buffer.from(part, 'base64')) : [];
}

const signerAbout = 'signer key of passwords';
const bare = (base64: string) => base64.replace(/=+$/, '');
const malformed = unreadable('form');
const plain = (password: string) => password;
const sha256Hex = (password: string) => createHash('sha256').update(password).digest('hex');
const pbkdf2Of = promisify(pbkdf2);
const scryptOf = promisify<string, Buffer, number, object, Buffer>(scrypt);
const scryptRoom = (limits.importedHashMemory.value + 1024) * 1024;
