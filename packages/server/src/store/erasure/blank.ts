import { erasedName } from '@licet/contract';
import type { KnownBy } from './known-by.ts';
import { nameKey } from './name-key.ts';

/**
 * How a record speaks of the person: it is about them; about a grant, a request or the like of theirs; refers to them by id in another way;
 * or does not refer to them, so that a name in it may be somebody else's.
 */
export type Speaks = 'of_them' | 'of_theirs' | 'by_id' | 'by_name';

/** What a record is read with: `no` is its change, at which names are compared; without one a name must never have been another user's. */
export interface Reading {
  readonly known: KnownBy;
  readonly speaks: Speaks;
  readonly no?: number;
  /** Ids of their grants, requests and the like: a part of a record that has one is about it. */
  readonly theirs?: ReadonlySet<string>;
}

/** A text that is taken out, and where it stands: `after.reason`. */
export interface TakenOut {
  readonly field: string;
  readonly text: string;
}

/** A JSON text without what is personal of the person; `taken` is told each text that goes. */
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

/** The name of what an event is about, without the person: a grant, say, is called “reader to Ada Adler”. */
export function blankTarget(kind: string, name: string, { known, speaks, no }: Reading): string {
  if (speaks === 'of_them') return erasedName;
  if (speaks !== 'of_theirs') return name;
  if (kind === 'mail') return erasedName;
  // The names from then first, the longest of them first: a name may end with another.
  const names = [...known.called]
    .sort((one, other) => Number(holds(other, no)) - Number(holds(one, no)) || other.name.length - one.name.length)
    .map((called) => called.name);
  for (const theirs of names) {
    if (kind === 'exception' && name.startsWith(`${theirs} from `)) return erasedName + name.slice(theirs.length);
    const before = { grant: ' to ', request: ' for ', 'break-glass': ' by ' }[kind];
    if (before && name.endsWith(before + theirs)) return name.slice(0, -theirs.length) + erasedName;
  }
  return name;
}

/** Whether a text may name the person: the others need not be parsed. */
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

/** A mail lists several requests, and an event may hold a grant: by its id a part is known to be the person's. */
function partOf(value: object, reading: Reading): Reading {
  if (reading.speaks === 'of_them' || !('id' in value) || typeof value.id !== 'string') return reading;
  if (value.id === reading.known.id) return { ...reading, speaks: 'by_id' };
  return reading.theirs?.has(value.id) ? { ...reading, speaks: 'of_theirs' } : reading;
}

function blankString(value: string, key: string, reading: Reading): string {
  const { known, speaks, no } = reading;
  if (speaks === 'of_them' && !peopleBeside.has(key)) return told.has(key) || instant.test(value) ? value : erasedName;
  if (speaks === 'of_theirs' && (said.has(key) || holder.has(key))) return erasedName;
  if (people.has(key) && isThem(value, reading)) return erasedName;
  if (!said.has(key)) return value;
  if (speaks !== 'by_name') return blankText(value, longNames(known));
  return blankText(value, no === undefined ? ownAddresses(known) : known.proved);
}

/** Whether a name, a username, an address or “name (username)” by itself is the person. */
function isThem(value: string, { known, speaks, no }: Reading): boolean {
  const key = nameKey(value);
  const forms = ({ name, username, email }: KnownBy['called'][number]) => {
    const proved = email !== null && known.proved.includes(nameKey(email));
    const address = speaks !== 'by_name' || no === undefined || proved ? email : null;
    return [name, username, `${name} (${username})`, address ?? name].map(nameKey);
  };
  const bearing = known.called.filter((called) => forms(called).includes(key));
  // “name (username)” identifies the person, unless another user has chosen exactly that as a name.
  const shared = known.others.filter((other) => other.text === key);
  if (bearing.some((called) => holds(called, no)))
    return speaks !== 'by_name' || !shared.some((other) => holds(other, no));
  // Stale: the name of another time, where it can be nobody else's.
  return (speaks !== 'by_name' || no === undefined) && bearing.length > 0 && shared.length === 0;
}

/** Whether a name was borne at a change; at some time, where no change is given. */
const holds = ({ from, to }: { readonly from: number; readonly to: number }, no: number | undefined) =>
  no === undefined || (from <= no && no <= to);

/** What may be replaced in a text that people wrote: names of two words and addresses. A single word may mean anything. */
export const longNames = ({ called, proved, words }: KnownBy): readonly string[] => [
  ...new Set([
    ...proved,
    ...words.filter((word) => word.includes('@')),
    ...called.flatMap(({ name }) => (name.trim().includes(' ') ? [name] : [])),
  ]),
];

/** Addresses that were the user's and never another's: what a mail server or a job said of them is no record of what others did. */
const ownAddresses = ({ called, proved, others }: KnownBy): readonly string[] => {
  const had = called.flatMap(({ email }) => (email === null ? [] : [email]));
  return [...new Set([...proved, ...had.filter((email) => !others.some(({ text }) => text === nameKey(email)))])];
};

function blankText(text: string, words: readonly string[]): string {
  // The longest first: a name may begin with another.
  const ordered = [...words].sort((one, other) => other.length - one.length);
  return ordered.reduce((blanked, word) => blanked.replace(wholeWord(word), erasedName), text);
}

/** What is no more than a word of Licet, or the name of something else, in a record about a person. */
const told = new Set([
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
/** Keys of texts that people write, or servers. */
const said = new Set(['reason', 'note', 'place', 'comment', 'why', 'said']);
/** Keys that name whose a grant, a request or an exception is. */
const holder = new Set(['to', 'from', 'who', 'user', 'holder']);
/** Keys that name somebody else in a record about a person. */
const peopleBeside = new Set([
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
/** Keys whose value by itself is a person. */
const people = new Set([
  ...peopleBeside,
  ...holder,
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
]);
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Neither a letter nor a digit beside it, nor what makes an address longer. */
const wholeWord = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}_.+-])${escaped(word)}(?![\\p{L}\\p{N}_@-])`, 'giu');
const escaped = (text: string) =>
  text
    .replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
    .replace(/\\-/g, '\\x2d')
    .replace(/\\\//g, '\\/');
