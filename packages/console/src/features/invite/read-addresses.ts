import { newEmail, newUser } from '@licet/contract';

/** A person read from the pasted text. `from` and `to` are the range of the text that names the person. */
interface Place {
  readonly from: number;
  readonly to: number;
}

export interface ReadPerson extends Place {
  readonly address: string;
  /** The name in front of the address, or else made from the address. */
  readonly name: string;
}

export interface NotRead extends Place {
  readonly text: string;
  /** `domain`: the domain has no ending. `address`: no valid address. `none`: the text contains no address. */
  readonly why: 'domain' | 'address' | 'none';
}

export interface ReadAddresses {
  /** Each address once, in the order of the text. */
  readonly people: readonly ReadPerson[];
  /** The later entries of an address that the text contains several times. */
  readonly repeated: readonly ReadPerson[];
  readonly invalid: readonly NotRead[];
}

/**
 * Reads people from pasted text: lists of mail programs (`Maya <maya@x.org>; …`), CSV with columns in any order, and
 * plain addresses. Nothing is dropped silently: text without an address is listed as invalid, except a header line.
 */
export function readAddresses(text: string): ReadAddresses {
  const people: ReadPerson[] = [];
  const repeated: ReadPerson[] = [];
  const invalid: NotRead[] = [];
  const seen = new Set<string>();
  let from = 0;
  for (const [index, line] of text.split('\n').entries()) {
    for (const entry of entriesIn(line, index === 0)) {
      const place = { from: from + entry.from, to: from + entry.to };
      const said = text.slice(place.from, place.to).trim();
      if (entry.address === undefined) invalid.push({ ...place, text: said, why: 'none' });
      else if (!newEmail.safeParse(entry.address).success)
        invalid.push({ ...place, text: entry.address, why: /@[^@.]+$/.test(entry.address) ? 'domain' : 'address' });
      else {
        const person = { ...place, address: entry.address, name: nameOf(entry.name, entry.address) };
        const key = entry.address.normalize('NFC').toLowerCase();
        if (seen.has(key)) repeated.push(person);
        else people.push(person);
        seen.add(key);
      }
    }
    from += line.length + 1;
  }
  return { people, repeated, invalid };
}

interface Entry extends Place {
  readonly address: string | undefined;
  readonly name: string;
}

// Begins only at the start of a word, so that a long text without an address takes linear time.
const ADDRESS = /(?<![^\s<>,;"()[\]])(?:mailto:)?([^\s<>,;"()[\]]*@[^\s<>,;"()[\]]*)/giu;
const HEADER = /(?:^|[\s,;"])(?:e-?mail|mail|adresse|address)/i;

function entriesIn(line: string, isFirst: boolean): Entry[] {
  const found = [...line.matchAll(ADDRESS)];
  const [first] = found;
  if (!first) {
    const isBlank = /^[\s,;"<>]*$/.test(line) || (isFirst && HEADER.test(line));
    return isBlank ? [] : [{ from: 0, to: line.length, address: undefined, name: '' }];
  }
  if (found.length === 1) {
    const name = line.includes('<') ? line.slice(0, line.indexOf('<')) : columnsOf(line.replace(first[0], ''));
    return [{ from: 0, to: line.length, address: addressOf(first), name: inOrder(name) }];
  }
  // Several people on one line: the text before an angle bracket is the name of the next address.
  const entries: Entry[] = [];
  let end = 0;
  for (const match of found) {
    const before = line.slice(end, match.index);
    const between = before.replace(/^[\s>,;)\]]+/, '');
    const isNamed = /<\s*$/.test(between);
    const names = isNamed ? between.slice(between.lastIndexOf(';') + 1).trimStart() : '';
    const begin = match.index - names.length;
    const from = match.index - between.length;
    if (/[\p{L}\p{N}]/u.test(line.slice(from, begin))) entries.push({ from, to: begin, address: undefined, name: '' });
    const closing = /^\s*>/.exec(line.slice(match.index + match[0].length))?.[0].length ?? 0;
    end = match.index + match[0].length + closing;
    entries.push({
      from: isNamed ? begin : match.index,
      to: end,
      address: addressOf(match),
      name: isNamed ? inOrder(names.replace(/<\s*$/, '')) : '',
    });
  }
  if (/[\p{L}\p{N}]/u.test(line.slice(end))) entries.push({ from: end, to: line.length, address: undefined, name: '' });
  return entries;
}

/** The address without the full stop of a sentence. */
const addressOf = ([, address = '']: RegExpMatchArray): string => address.replace(/^['.]+|['.]+$/g, '');

/**
 * The name in the other columns of a CSV line. One column with a space is a whole name; otherwise the first two columns
 * are the first and the last name.
 */
function columnsOf(rest: string): string {
  const columns = [...rest.matchAll(/"([^"]*)"|[^;,\t]+/g)]
    .map(([column, quoted]) => (quoted === undefined ? plain(column) : inOrder(quoted)))
    .filter((column) => /\p{L}/u.test(column));
  const whole = columns[0]?.includes(' ') ? columns.slice(0, 1) : columns.slice(0, 2);
  return whole.join(' ');
}

const plain = (name: string): string =>
  name
    .replace(/["<>()[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** “Lindqvist, Maya” as “Maya Lindqvist”. */
function inOrder(name: string): string {
  const [last = '', first = '', ...more] = name.split(',').map(plain);
  return first !== '' && last !== '' && more.length === 0 ? `${first} ${last}` : plain(name.replaceAll(',', ' '));
}

/** The given name if Licet accepts it; otherwise one made from the address: `maya.lindqvist@…` gives Maya Lindqvist. */
function nameOf(given: string, address: string): string {
  if (given !== '' && newUser.shape.name.safeParse(given).success) return given;
  const local = address.slice(0, address.lastIndexOf('@')).replace(/\+.*$/, '');
  const name = local
    .split(/[._-]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
  return newUser.shape.name.safeParse(name).success ? name : address;
}

/** The text without an entry, and without the line or separator that it leaves empty. */
export function without(text: string, { from, to }: Place): string {
  const before = text.slice(0, from).replace(/[ \t]*[;,]?[ \t]*$/, '');
  const after = text.slice(to).replace(/^[ \t]*[;,]?[ \t]*/, '');
  const joined = before.endsWith('\n') || before === '' ? after.replace(/^\n/, '') : after;
  const separator = before !== '' && !before.endsWith('\n') && joined !== '' && !joined.startsWith('\n') ? '; ' : '';
  return `${before}${separator}${joined}`;
}
