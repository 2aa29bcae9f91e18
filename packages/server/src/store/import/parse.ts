import { setImmediate as pause } from 'node:timers/promises';
import { foldIdentity, newUsername, permissionName, roleName, withoutFormulaGuard } from '@licet/contract';
import { fault, refuse } from '../../refusal.ts';
import { readCatalogue } from './catalogue.ts';
import {
  type Fault,
  Faults,
  type ImportKind,
  Names,
  PairSet,
  type ParsedImport,
  type Reading,
  requireFew,
} from './parsed.ts';

/**
 * Reads pairs, one per line: a user and a permission, or a user and a role. The first line with a separator determines whether it is a
 * tab, a comma or a semicolon. With comma and semicolon a name may be quoted (RFC 4180).
 */
function* readPairs(kind: 'permissions' | 'roles', faults: Faults): Reading<ParsedImport> {
  const users = new Names(newUsername, foldIdentity);
  const names = new Names(kind === 'roles' ? roleName : permissionName);
  const pairs = new PairSet();
  const second = kind === 'roles' ? 'role' : 'permission';
  let separator: Separator | undefined;
  let lines = 0;
  const source = new Lines();
  for (;;) {
    const line = source.take();
    if (line === undefined) {
      if (yield* source.more()) continue;
      break;
    }
    requireFew(source.count);
    const number = source.count;
    if (number % linesAtOnce === 0) yield 'pause';
    if (line.trim() === '') continue;
    lines += 1;
    const first = separator === undefined;
    separator ??= separatorIn(line);
    if (first && header.test(line)) continue;
    const columns = separator === '\t' ? byTab(line, second) : byCells(line, second, separator);
    if ('detail' in columns) {
      faults.add({ ...columns, line: number });
      continue;
    }
    const left = users.place(columns[0]);
    const right = names.place(columns[1]);
    if (typeof left !== 'number') faults.add({ line: number, ...left });
    else if (typeof right !== 'number') faults.add({ line: number, ...right });
    else pairs.add(left, right);
  }
  const roles = kind === 'roles' ? names.list.map((name) => ({ name, title: '' })) : [];
  return {
    lines,
    repeated: pairs.repeated,
    users: users.list,
    permissions: kind === 'permissions' ? names.list : [],
    roles,
    pairs,
  };
}

type Separator = '\t' | ',' | ';';

function separatorIn(line: string): Separator | undefined {
  const bare = line.replace(/"[^"]*"/g, '');
  return (['\t', ',', ';'] as const).find((it) => bare.includes(it));
}

type Columns = readonly [string, string] | Fault;

// Checking this many lines of new names takes about 20 ms.
const linesAtOnce = 2000;
// A header line, which is not a pair.
const header = /^\uFEFF?"?(?:user|username)"?\s*[,;\t]\s*"?(?:permission|role)"?$/i;

type Second = 'permission' | 'role';

function byTab(line: string, second: Second): Columns {
  const tab = line.indexOf('\t');
  if (tab < 0) return fault({}, 'import_no_tab', { second });
  if (line.includes('\t', tab + 1)) return fault({}, 'import_several_tabs', { second });
  return [line.slice(0, tab), line.slice(tab + 1)];
}

function byCells(line: string, second: Second, separator: ',' | ';' | undefined): Columns {
  if (separator === undefined) return fault({}, 'import_no_separator', { second });
  const sign = signs[separator];
  const cells: string[] = [];
  for (let from = 0; ; ) {
    const read = readCell(line, from, separator);
    if ('detail' in read) return read;
    cells.push(read.cell);
    if (read.end >= line.length) break;
    from = read.end + 1;
  }
  const [left, right] = cells;
  if (left === undefined || right === undefined)
    return line.includes('\t')
      ? fault({}, 'import_other_separator', { sign })
      : fault({}, 'import_sign_missing', { sign, second });
  if (cells.length > 2) return fault({}, 'import_columns', { count: cells.length, sign, second });
  return [left, right];
}

const signs = { ',': 'comma', ';': 'semicolon' } as const;

function readCell(line: string, from: number, separator: ',' | ';'): { cell: string; end: number } | Fault {
  if (line[from] !== '"') {
    const found = line.indexOf(separator, from);
    const end = found < 0 ? line.length : found;
    const cell = line.slice(from, end);
    if (cell.includes('"')) return fault({}, 'import_quote_inside', {});
    return { cell: withoutFormulaGuard(cell, separator), end };
  }
  let cell = '';
  for (let at = from + 1; ; ) {
    const quote = line.indexOf('"', at);
    if (quote < 0) return fault({}, 'import_quote_open', {});
    cell += line.slice(at, quote);
    if (line[quote + 1] === '"') {
      cell += '"';
      at = quote + 2;
      continue;
    }
    const end = quote + 1;
    if (end < line.length && line[end] !== separator)
      return fault({}, 'import_text_after_quote', { sign: signs[separator] });
    return { cell: withoutFormulaGuard(cell, separator), end };
  }
}

/**
 * Parses a file in pieces as it arrives. Rejects the whole file if a line is faulty. Yields to other requests between
 * batches.
 * @throws Refusal `import_rejected`, with line or pointer, fault and remedy, for the first faults; `too_large` beyond
 * `limits.importRecords`
 */
export async function readImport(kind: ImportKind, pieces: AsyncIterable<string>): Promise<ParsedImport> {
  const reading = readFile(kind);
  const source = pieces[Symbol.asyncIterator]();
  for (let step = reading.next(); ; ) {
    if (step.done) return step.value;
    if (step.value === 'pause') {
      await pause();
      step = reading.next();
    } else {
      const { done, value } = await source.next();
      step = reading.next(done ? undefined : value);
    }
  }
}

export function parseImport(kind: ImportKind, text: string): ParsedImport {
  const reading = readFile(kind);
  const pieces = [text];
  for (let step = reading.next(); ; step = reading.next(step.value === 'more' ? pieces.shift() : undefined))
    if (step.done) return step.value;
}

function* readFile(kind: ImportKind): Reading<ParsedImport> {
  const faults = new Faults();
  const parsed = yield* kind === 'catalogue' ? readCatalogue(faults) : readPairs(kind, faults);
  faults.refuseAny(kind === 'catalogue' ? 'entry' : 'line');
  return parsed;
}

/** The lines of a text that arrives in pieces, without line ends and without byte order mark. */
export class Lines {
  #text = '';
  #from = 0;
  /** The number of lines so far. */
  count = 0;
  readonly #longest: number;

  constructor(longest = twoNames) {
    this.#longest = longest;
  }

  /** The next complete line. */
  take(): string | undefined {
    const feed = this.#text.indexOf('\n', this.#from);
    if (feed < 0) return undefined;
    const end = feed > this.#from && this.#text.charCodeAt(feed - 1) === carriageReturn ? feed - 1 : feed;
    const line = this.#text.slice(this.#from, end);
    this.#from = feed + 1;
    this.count += 1;
    return line;
  }

  /** Reads more of the text. False at its end. @throws Refusal `import_rejected` if a line is longer than any valid line */
  *more(): Reading<boolean> {
    const begun = this.#text.slice(this.#from);
    if (begun.length > this.#longest) {
      const errors = [fault({ line: this.count + 1 }, 'import_line_too_long', { most: this.#longest })];
      refuse('import_rejected', 'file_not_lines', {}, { errors });
    }
    const piece = yield 'more';
    if (piece === undefined && begun === '') return false;
    this.#text = begun + (piece ?? '\n');
    this.#from = this.count === 0 && this.#text.startsWith('\uFEFF') ? 1 : 0;
    return true;
  }
}

const carriageReturn = 0x0d;

/** The length of two names of the maximum length, in which each character is a doubled quote, with some margin. */
const twoNames = 4096;
