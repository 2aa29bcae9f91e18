import { codePoints, type FieldError, foldIdentity, licetApplication, limits } from '@licet/contract';
import { fault, refuseFault } from '../refusal.ts';
import { normalise } from './hashing.ts';
import { wellKnownPasswords } from './well-known.ts';

/** Whose password it is to be: names that it must not be made of. */
export interface PasswordOwner {
  readonly username: string;
  readonly email: string | null;
  readonly name: string;
  readonly organisation: string;
}

/**
 * Checks a new password, whole: its length in code points, and that it is none that a guessing machine tries first. There
 * are no rules about kinds of characters (NIST SP 800-63B-4 section 3.1.1.2).
 * @throws Refusal `password_refused`, with the reason
 */
export function checkPassword(password: string, owner: PasswordOwner): void {
  const found = passwordFault(password, owner);
  if (found) refuseFault('password_refused', found);
}

/** Returns why a password cannot be taken; undefined when it can. */
export const passwordFault = (password: string, owner: PasswordOwner): FieldError | undefined =>
  faultOf(normalise(password), owner);

const at = { pointer: '/password' };

function faultOf(password: string, owner: PasswordOwner): FieldError | undefined {
  const length = codePoints(password);
  const { passwordMin, passwordMax } = limits;
  if (!password.isWellFormed()) return fault(at, 'text_with_half_character', { what: 'password' });
  if (length < passwordMin.value) return fault(at, 'password_too_short', { length, least: passwordMin.value });
  if (length > passwordMax.value) return fault(at, 'password_too_long', { length, most: passwordMax.value });
  const plain = password.toLowerCase();
  const letters = unleet(plain).replace(/[^\p{L}\p{N}]/gu, '');
  const unit = repeatedUnit(letters) ?? repeatedUnit(plain);
  if (new Set(plain).size < 5) return fault(at, 'password_of_few_characters', {});
  if (unit !== undefined) return fault(at, 'password_repeats', { unit });
  if (coverage(plain, runs) >= mostly || coverage(letters, runs) >= mostly) return fault(at, 'password_is_a_row', {});
  return familiarPart(letters, owner);
}

/** The share of a password that may be predictable; beyond it the rest is too short to count. */
const mostly = 0.7;

/** What the password mostly consists of, when that is a name of its owner or a password that everybody knows. */
function familiarPart(letters: string, owner: PasswordOwner): FieldError | undefined {
  const names = [
    ['username', owner.username],
    ['email', owner.email ?? ''],
    ['email', owner.email?.split('@')[0] ?? ''],
    ['name', owner.name],
    ...owner.name.split(/\s+/u).map((part) => ['name', part] as const),
    ['organisation', owner.organisation],
    ['product', licetApplication],
  ] as const;
  let rest = letters;
  let of: (typeof names)[number][0] | undefined;
  for (const [kind, name] of names) {
    const folded = unleet(foldIdentity(name)).replace(/[^\p{L}\p{N}]/gu, '');
    if (codePoints(folded) < 3 || !rest.includes(folded)) continue;
    of ??= kind;
    rest = rest.replaceAll(folded, '');
  }
  const known = wellKnownPasswords.filter((word) => rest.includes(word));
  for (const word of known) rest = rest.replaceAll(word, '');
  const tail = rest.replace(/\p{N}+$/u, '').replace(/^\p{N}+/u, '');
  if (codePoints(tail) - runLength(tail) > letters.length * (1 - mostly)) return undefined;
  if (of) return fault(at, 'password_of_own_name', { of });
  const [word] = known;
  return word === undefined ? undefined : fault(at, 'password_well_known', { word });
}

const runLength = (text: string) => Math.round(coverage(text, runs) * text.length);

/** The shortest piece that a text repeats from end to end, such as `password` or `abc`; the last one may be cut off. */
function repeatedUnit(text: string): string | undefined {
  for (let size = 1; size <= Math.min(text.length / 2, 12); size += 1) {
    const unit = text.slice(0, size);
    if (unit.repeat(Math.ceil(text.length / size)).slice(0, text.length) === text) return unit;
  }
  return undefined;
}

/** The share of a text that lies in pieces of four or more characters of one of the rows, forwards or backwards. */
function coverage(text: string, rows: readonly string[]): number {
  let covered = 0;
  for (let start = 0; start < text.length; ) {
    let size = 0;
    while (start + size < text.length && rows.some((row) => row.includes(text.slice(start, start + size + 1))))
      size += 1;
    if (size >= 4) covered += size;
    start += size >= 4 ? size : 1;
  }
  return text.length === 0 ? 0 : covered / text.length;
}

const forwards = [
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  '0123456789012345678901234567890',
  '12345678910111213141516171819202122232425',
  '`1234567890-=',
  'qwertyuiop[]asdfghjkl;zxcvbnm,./qwertyuiop',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/1qaz',
  '1q2w3e4r5t6y7u8i9o0p1q2w3e',
  'qazwsxedcrfvtgbyhnujmikolp',
  'aabbccddeeffgghhiijjkkllmmnnooppqqrrssttuuvvwwxxyyzz',
  '11223344556677889900',
  '!@#$%^&*()_+',
];
const runs = forwards.flatMap((row) => [row, [...row].reverse().join('')]);

/** Undoes the replacements that every guessing machine tries. */
const unleet = (text: string) => text.replace(/[@$!]/g, (sign) => swaps.get(sign) ?? sign);
const swaps = new Map([
  ['@', 'a'],
  ['$', 's'],
  ['!', 'i'],
]);
