import { codePoints, foldIdentity, licetApplication, limits } from '@licet/contract';
import { refuse } from '../refusal.ts';
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
  const reason = passwordFault(password, owner);
  if (reason) refuse('password_refused', reason, { errors: [{ pointer: '/password', detail: reason }] });
}

/** @returns why a password cannot be taken, in a sentence; undefined when it can */
export const passwordFault = (password: string, owner: PasswordOwner): string | undefined =>
  faultOf(normalise(password), owner);

function faultOf(password: string, owner: PasswordOwner): string | undefined {
  const length = codePoints(password);
  const { passwordMin, passwordMax } = limits;
  if (!password.isWellFormed()) return 'The password holds half a character. Type it again.';
  if (length < passwordMin.value)
    return `The password has ${length} characters; it needs at least ${passwordMin.value}. Several words do well.`;
  if (length > passwordMax.value)
    return `The password has ${length} characters; at most ${passwordMax.value} are taken.`;
  const plain = password.toLowerCase();
  const letters = unleet(plain).replace(/[^\p{L}\p{N}]/gu, '');
  const unit = repeatedUnit(letters) ?? repeatedUnit(plain);
  if (new Set(plain).size < 5)
    return 'The password is made of fewer than five different characters. Use several words.';
  if (unit !== undefined) return `The password repeats “${unit}” over and over. Use different words.`;
  if (coverage(plain, runs) >= mostly || coverage(letters, runs) >= mostly)
    return 'The password is a row of neighbouring keys, letters or digits. Use several words.';
  const known = familiarPart(letters, owner);
  if (known) return `Little but ${known} makes up the password; it is one of the first guesses. Add unrelated words.`;
  return undefined;
}

/** The share of a password that may be predictable; beyond it the rest is too short to count. */
const mostly = 0.7;

/** What the password mostly consists of, when that is a name of its owner or a password that everybody knows. */
function familiarPart(letters: string, owner: PasswordOwner): string | undefined {
  const names: (readonly [string, string])[] = [
    ['the username', owner.username],
    ['the e-mail address', owner.email ?? ''],
    ['the e-mail address', owner.email?.split('@')[0] ?? ''],
    ['the name', owner.name],
    ...owner.name.split(/\s+/u).map((part) => ['the name', part] as const),
    ['the organisation’s name', owner.organisation],
    ['the name of this product', licetApplication],
  ];
  let rest = letters;
  let what: string | undefined;
  for (const [kind, name] of names) {
    const folded = unleet(foldIdentity(name)).replace(/[^\p{L}\p{N}]/gu, '');
    if (codePoints(folded) < 3 || !rest.includes(folded)) continue;
    what ??= kind;
    rest = rest.replaceAll(folded, '');
  }
  const known = wellKnownPasswords.filter((word) => rest.includes(word));
  for (const word of known) rest = rest.replaceAll(word, '');
  const tail = rest.replace(/\p{N}+$/u, '').replace(/^\p{N}+/u, '');
  if (codePoints(tail) - runLength(tail) > letters.length * (1 - mostly)) return undefined;
  const [first] = known;
  return what ?? (first ? `“${first}”, which everybody knows,` : undefined);
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
