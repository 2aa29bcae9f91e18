import { erasedName, erasedUsername } from '@licet/contract';
import type { KnownBy } from './known-by.ts';

/** How a text speaks of the person: as of them, in their own grants and requests, or as of anything else. */
export type Speaks = 'of_them' | 'of_what_they_have' | 'of_others';

/** A JSON text without what is personal of the person. */
export function blankJson(text: string, known: KnownBy, speaks: Speaks): string {
  const blanked = JSON.stringify(blankValue(JSON.parse(text), '', known, speaks));
  return blanked === JSON.stringify(JSON.parse(text)) ? text : blanked;
}

/** A text without what the person is known by. */
export function blankText(text: string, known: KnownBy, speaks: Speaks): string {
  const words = speaks === 'of_others' ? known.everywhere : [...known.everywhere, ...known.amongPeople];
  let blanked = text;
  // The longest first: an address begins with what may be a username.
  for (const word of [...words].sort((one, other) => other.length - one.length))
    blanked = blanked.replace(wholeWord(word), erasedName);
  for (const username of speaks === 'of_others' ? known.amongPeople : [])
    blanked = blanked.replace(new RegExp(`\\(${escaped(username)}\\)`, 'giu'), `(${erasedUsername})`);
  return blanked;
}

/** Whether a text may name the person: so that the others need not be looked at. */
export const mayName = (text: string, { everywhere, amongPeople }: KnownBy): boolean =>
  [...everywhere, ...amongPeople].some((word) => text.toLowerCase().includes(word));

function blankValue(value: unknown, key: string, known: KnownBy, speaks: Speaks): unknown {
  if (Array.isArray(value)) return value.map((each) => blankValue(each, key, known, speaks));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, blankValue(each, name, known, speaks)]),
    );
  if (typeof value !== 'string' || value === '') return value;
  if (speaks === 'of_them') return told.has(key) || instant.test(value) ? value : erasedName;
  if (speaks === 'of_what_they_have' && said.has(key)) return erasedName;
  if (speaks === 'of_others' && people.has(key) && known.amongPeople.includes(value.toLowerCase())) return erasedName;
  return blankText(value, known, speaks);
}

/** What is no more than a word of Licet, or the name of something else, in a record of a person. */
const told = new Set(['status', 'connection', 'groups', 'group', 'system', 'kind']);
/** What a person said when they asked, and what was said to them. */
const said = new Set(['reason', 'note', 'place', 'comment']);
/** Where a name by itself is that of a person. */
const people = new Set([
  ...['users', 'member', 'members', 'owner', 'owners', 'to', 'from', 'by', 'for', 'username', 'delegate', 'proposedBy'],
]);
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Neither a letter nor a digit beside it, nor what makes an address longer. */
const wholeWord = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}_.+-])${escaped(word)}(?![\\p{L}\\p{N}_@-])`, 'giu');
const escaped = (text: string) =>
  text
    .replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
    .replace(/\\-/g, '\\x2d')
    .replace(/\\\//g, '\\/');
