import { limits, withoutFormulaGuard } from '@licet/contract';
import { counted } from '../terminal.ts';
import { jsonMembers } from './json-members.ts';
import type { SourceFile } from './source.ts';

/**
 * Yields the records of a CSV file (RFC 4180). The first line names the columns. Its most frequent separator is used:
 * comma, semicolon (as in German spreadsheets) or tab.
 * @throws Error with the line number
 */
async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<Fields> {
  let names: readonly string[] | undefined;
  for await (const { cells, line } of rowsOf(pieces)) {
    if (cells.length === 1 && cells[0] === '') continue;
    if (!names) {
      names = cells.map((cell) => cell.trim().toLowerCase());
      continue;
    }
    if (cells.length !== names.length)
      throw new Error(`Line ${line} has ${counted(cells.length, 'column')}, but the first line has ${names.length}.`);
    const fields = Object.create(null) as Record<string, unknown>;
    for (const [place, name] of names.entries()) fields[name] = cells[place];
    yield fields;
  }
}

async function* rowsOf(pieces: AsyncIterable<string>): AsyncGenerator<{ cells: string[]; line: number }> {
  let rest = '';
  let line = 1;
  let separator: Separator | undefined;
  const take = function* (last: boolean) {
    separator ??= separatorIn(rest, last);
    while (separator) {
      const row = readRow(rest, line, last, separator);
      if (!row) return;
      rest = rest.slice(row.end);
      yield { cells: row.cells, line };
      line += row.lines;
    }
  };
  for await (const piece of pieces) {
    rest += piece;
    yield* take(false);
    if (rest.length > limits.bodyBytes.value) throw new Error(`Line ${line} has a quote that is not closed.`);
  }
  yield* take(true);
  if (rest !== '') throw new Error(`Line ${line} has a quote that is not closed.`);
}

type Separator = keyof typeof endOf;

/**
 * Returns the most frequent separator outside quotes in the first non-blank line; undefined if that line is incomplete.
 */
function separatorIn(text: string, last: boolean): Separator | undefined {
  const line = /^\s*((?:"[^"]*"|[^"\r\n])+)([\r\n]|$)/.exec(text);
  if (!last && !line?.[2]) return undefined;
  const bare = (line?.[1] ?? '').replace(/"[^"]*"/g, '');
  const columns = ([',', ';', '\t'] as const).map((it) => ({ it, count: bare.split(it).length }));
  return columns.reduce((most, next) => (next.count > most.count ? next : most)).it;
}

/** The first row of a text, if it is complete. */
function readRow(
  text: string,
  line: number,
  last: boolean,
  separator: Separator,
): { cells: string[]; end: number; lines: number } | undefined {
  if (text === '') return undefined;
  const cells: string[] = [];
  let lines = 1;
  for (let at = 0; ; ) {
    let cell = '';
    if (text[at] === '"') {
      const quoted = readQuoted(text, at);
      if (!quoted) return undefined;
      cell = quoted.cell;
      lines += cell.split('\n').length - 1;
      at = quoted.end;
      if (at < text.length && text.slice(at, at + 1).search(endOf[separator]) !== 0)
        throw new Error(`Line ${line}: text follows a closing quote.`);
    } else {
      const end = at + text.slice(at).search(endOf[separator]);
      cell = text.slice(at, end);
      at = end;
    }
    if (at >= text.length && !last) return undefined;
    cells.push(withoutFormulaGuard(cell, separator));
    const ending = text[at] === separator ? separator : (/^(?:\r?\n|\r)/.exec(text.slice(at, at + 2))?.[0] ?? '');
    if (ending === '\r' && at + 1 >= text.length && !last) return undefined;
    at += ending.length;
    if (ending !== separator) return { cells, end: at, lines };
  }
}

/** The end of a cell, by separator. */
const endOf = { ',': /[,\r\n]|$/, ';': /[;\r\n]|$/, '\t': /[\t\r\n]|$/ } as const;

function readQuoted(text: string, from: number): { cell: string; end: number } | undefined {
  for (let at = from + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return undefined;
    if (text[at + 1] !== '"') return { cell: text.slice(from + 1, at).replaceAll('""', '"'), end: at + 1 };
  }
}

/** A record of a list, by field name. Its values are not validated. */
export type Fields = Readonly<Record<string, unknown>>;

/** The records of a file: a JSON array, one JSON object a line, or CSV with a header line. */
export async function* recordsOf({ pieces }: SourceFile): AsyncGenerator<Fields> {
  const [first, rest] = await begin(pieces());
  if (first === '[') for await (const { value } of jsonMembers(rest, {})) yield fieldsOf(value);
  else if (first === '{') for await (const line of linesOf(rest)) yield fieldsOf(parsed(line));
  else yield* readCsv(rest);
}

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.assign(Object.create(null), value)
    : Object.create(null);

/** Returns the first of the named fields whose text is not blank. */
export const textIn = (fields: Fields, ...names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
};

/** Returns a field as a list of objects; empty if it is not a list. */
export const listIn = (fields: Fields, name: string): Fields[] => {
  const value = fields[name];
  return Array.isArray(value) ? value.map(fieldsOf) : [];
};

/** Returns the first character that is not white space, and a generator of the whole text. */
async function begin(pieces: AsyncGenerator<string>): Promise<[string, AsyncGenerator<string>]> {
  let head = '';
  let ended = false;
  while (!/\S/.test(head) && !ended) {
    const { done, value } = await pieces.next();
    ended = done === true;
    head += value ?? '';
  }
  async function* whole() {
    yield head.replace(/^\uFEFF/, '');
    yield* pieces;
  }
  return [/[^\s\uFEFF]/.exec(head)?.[0] ?? '', whole()];
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > limits.bodyBytes.value) throw new Error('A line of the file is too long to import.');
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(`A line of the file is not valid JSON, or the file is cut off. It begins: ${line.slice(0, 60)}`);
  }
}

/**
 * Converts a hash to a PHC string. Known formats are PHC strings, bcrypt, Django's (`pbkdf2_sha256$…`) and passlib's
 * (`$pbkdf2-sha256$29000$…`). Other hashes are returned unchanged, and the server reports them.
 */
export function phcOf(text: string): string {
  const hash = text.trim();
  const django = /^pbkdf2_(sha1|sha256|sha512)\$(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (django) return `$pbkdf2-${django[1]}$i=${django[2]}$${ofText(django[3] ?? '')}$${bare(django[4] ?? '')}`;
  const scrypt = /^scrypt\$(\d+)\$([^$]+)\$(\d+)\$(\d+)\$([^$]+)$/.exec(hash);
  if (scrypt) {
    const [, cost, salt = '', r, p, digest = ''] = scrypt;
    return `$scrypt$ln=${Math.log2(Number(cost))},r=${r},p=${p}$${ofText(salt)}$${bare(digest)}`;
  }
  const inner = /^(argon2|bcrypt|bcrypt_sha256)\$(.+)$/.exec(hash);
  if (inner) {
    const [, kind, rest = ''] = inner;
    if (kind === 'argon2') return `$${rest}`;
    return kind === 'bcrypt' ? rest : `$bcrypt-sha256${rest}`;
  }
  const passlib = /^\$pbkdf2(-sha256|-sha512)?\$(\d+)\$([A-Za-z0-9./]+)\$([A-Za-z0-9./]+)$/.exec(hash);
  if (passlib) {
    const [, kind = '-sha1', passes, salt = '', digest = ''] = passlib;
    return `$pbkdf2${kind}$i=${passes}$${salt.replaceAll('.', '+')}$${digest.replaceAll('.', '+')}`;
  }
  return hash;
}

/** Base64 of either alphabet, without padding. */
export const bare = (base64: string): string => base64.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');

const ofText = (salt: string) => bare(Buffer.from(salt).toString('base64'));
