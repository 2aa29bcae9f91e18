import { erasedName } from '@licet/contract';
import { type KnownBy, nameKey } from './known-by.ts';

/**
 * How a record refers to the person:
 * - `of_them`: the record is about the person.
 * - `of_theirs`: it is about the person's grant, request or the like.
 * - `by_id`: it contains the person's id in another way.
 * - `by_name`: it does not contain the id, so a name in it may be another user's.
 */
export type Reference = 'of_them' | 'of_theirs' | 'by_id' | 'by_name';

/**
 * The context of a record. `no` is the number of its change; names are compared as they were at that change. Without a
 * number, a name is erased only if no other user ever had it.
 */
export interface Reading {
  readonly known: KnownBy;
  readonly reference: Reference;
  readonly no?: number;
  /**
   * The ids of the person's grants, requests and the like. If a part of a record has one of these ids, it is about the
   * person.
   */
  readonly theirs?: ReadonlySet<string>;
}

/** A text that is removed, and its path, such as `after.reason`. */
export interface TakenOut {
  readonly field: string;
  readonly text: string;
}

/** A JSON text without the person's data; `taken` receives each removed text. */
export function blankJson(
  text: string,
  reading: Reading,
  at = '',
  taken: (it: TakenOut) => void = () => undefined,
): string {
  const before = JSON.parse(text);
  const blanked = JSON.stringify(blankValue(before, '', at, reading, taken));
  return blanked === JSON.stringify(before) ? text : blanked;
}

/**
 * Returns the name of an event's target without the person's name. For example, the target of a grant is named “reader
 * to Ada Adler”.
 */
export function blankTarget(kind: string, name: string, { known, reference, no }: Reading): string {
  if (reference === 'of_them') return erasedName;
  if (reference !== 'of_theirs') return name;
  if (kind === 'mail') return erasedName;
  // A name may end with another name. So names that were in use at that change are tried first, and longer names before
  // shorter ones.
  const names = [...known.called]
    .sort(
      (one, other) => Number(wasInUse(other, no)) - Number(wasInUse(one, no)) || other.name.length - one.name.length,
    )
    .map((called) => called.name);
  for (const theirs of names) {
    if (kind === 'exception' && name.startsWith(`${theirs} from `)) return erasedName + name.slice(theirs.length);
    const before = { grant: ' to ', request: ' for ', 'break-glass': ' by ' }[kind];
    if (before && name.endsWith(before + theirs)) return name.slice(0, -theirs.length) + erasedName;
  }
  return name;
}

/** Whether a text may name the person. Other texts need not be parsed. */
export const mayName = (text: string, { words }: KnownBy): boolean => {
  const key = nameKey(text);
  return words.some((word) => text.includes(asJson(word)) || key.includes(asJson(word)));
};
const asJson = (text: string) => JSON.stringify(text).slice(1, -1);

function blankValue(value: unknown, key: string, at: string, reading: Reading, taken: (it: TakenOut) => void): unknown {
  if (Array.isArray(value)) return value.map((each) => blankValue(each, key, at, reading, taken));
  if (typeof value === 'object' && value !== null) {
    const part = partOf(value, reading);
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        blankValue(each, name, at === '' ? name : `${at}.${name}`, part, taken),
      ]),
    );
  }
  if (typeof value !== 'string' || value === '') return value;
  const blanked = blankString(value, key, reading);
  if (blanked !== value) taken({ field: at, text: value });
  return blanked;
}

/**
 * Returns how a part of a record refers to the person, by the part's id. A mail lists several requests, and an event
 * may contain a grant.
 */
function partOf(value: object, reading: Reading): Reading {
  if (reading.reference === 'of_them' || !('id' in value) || typeof value.id !== 'string') return reading;
  if (value.id === reading.known.id) return { ...reading, reference: 'by_id' };
  return reading.theirs?.has(value.id) ? { ...reading, reference: 'of_theirs' } : reading;
}

function blankString(value: string, key: string, reading: Reading): string {
  const { known, reference, no } = reading;
  if (reference === 'of_them' && !otherPeopleKeys.has(key))
    return licetTerms.has(key) || instant.test(value) ? value : erasedName;
  const isText = textKeys.has(key) || known.laterFields.has(key);
  if (reference === 'of_theirs' && (isText || holderKeys.has(key))) return erasedName;
  if (key === 'q' && (isWord(value) || known.things.has(nameKey(value)))) return value;
  if (peopleKeys.has(key) && isThem(value, reading)) return erasedName;
  if (!isText) return value;
  if (reference !== 'by_name') return blankText(value, longNames(known));
  return blankText(value, no === undefined ? ownAddresses(known) : known.proved);
}

/**
 * Whether a text is a single word. Such a search is kept, because the word may be part of the name of a role or a
 * group.
 */
const isWord = (text: string) => !/[\s@]/.test(text.trim());

/** Whether the whole text is the person's name, username, address or “name (username)”. */
function isThem(value: string, { known, reference, no }: Reading): boolean {
  const key = nameKey(value);
  const forms = ({ name, username, email }: KnownBy['called'][number]) => {
    const proved = email !== null && known.proved.includes(nameKey(email));
    const address = reference !== 'by_name' || no === undefined || proved ? email : null;
    return [name, username, `${name} (${username})`, address ?? name].map(nameKey);
  };
  const bearing = known.called.filter((called) => forms(called).includes(key));
  // “name (username)” identifies the person, unless another user has chosen exactly that as a name.
  const shared = known.others.filter((other) => other.text === key);
  if (bearing.some((called) => wasInUse(called, no)))
    return reference !== 'by_name' || !shared.some((other) => wasInUse(other, no));
  // A former name of the person, unless it may be another user's.
  return (reference !== 'by_name' || no === undefined) && bearing.length > 0 && shared.length === 0;
}

/** Whether the name was in use at a change. True if no change is given. */
const wasInUse = ({ from, to }: { readonly from: number; readonly to: number }, no: number | undefined) =>
  no === undefined || (from <= no && no <= to);

/** The names that are replaced in free text: names of two words, and addresses. A single word may be an ordinary word. */
export const longNames = ({ called, proved, words }: KnownBy): readonly string[] => [
  ...new Set([
    ...proved,
    ...words.filter((word) => word.includes('@')),
    ...called.flatMap(({ name }) => (name.trim().includes(' ') ? [name] : [])),
  ]),
];

/**
 * Addresses that no other user ever had. If a message of a mail server or of a job has such an address, it is about
 * this user.
 */
const ownAddresses = ({ called, proved, others }: KnownBy): readonly string[] => {
  const had = called.flatMap(({ email }) => (email === null ? [] : [email]));
  return [...new Set([...proved, ...had.filter((email) => !others.some(({ text }) => text === nameKey(email)))])];
};

function blankText(text: string, words: readonly string[]): string {
  // The longest first, because a name may begin with another name.
  const ordered = [...words].sort((one, other) => other.length - one.length);
  return ordered.reduce((blanked, word) => blanked.replace(wholeWord(word), erasedName), text);
}

/** Keys whose values stay in a record about a person, because they are Licet's own terms or name other things. */
const licetTerms = new Set([
  'status',
  'because',
  'connection',
  'groups',
  'group',
  'system',
  'kind',
  'applications',
  'roles',
  'reviews',
  'kept',
]);
/** Keys of free text, which people or servers write. `q` is the text of a search. */
const textKeys = new Set(['reason', 'note', 'place', 'comment', 'why', 'said', 'q']);
/** Keys whose value is the holder of a grant, a request or an exception. */
const holderKeys = new Set(['to', 'from', 'who', 'user', 'holder']);
/** Keys that name other people in a record about a person. */
const otherPeopleKeys = new Set([
  'delegate',
  'handedTo',
  'handedBy',
  'by',
  'for',
  'owner',
  'owners',
  'approvers',
  'proposedBy',
]);
/** Keys whose value identifies people and contains nothing else. */
const peopleKeys = new Set([
  ...otherPeopleKeys,
  ...holderKeys,
  'users',
  'member',
  'members',
  'username',
  'login',
  'email',
  'address',
  'principal',
  'reviewers',
  'fallback',
  'q',
]);
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/**
 * Matches a word that is not preceded or followed by a letter, a digit, or a character that would extend an address.
 */
const wholeWord = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}_.+-])${escaped(word)}(?![\\p{L}\\p{N}_@-])`, 'giu');
const escaped = (text: string) =>
  text
    .replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
    .replace(/\\-/g, '\\x2d')
    .replace(/\\\//g, '\\/');
