import { foldIdentity, newUsername, permissionName, roleName, withoutFormulaGuard } from '@licet/contract';
import type { Faults } from './faults.ts';
import { Lines } from './lines.ts';
import { type Fault, Names } from './names.ts';
import { PairSet, type ParsedImport, type Reading, requireFew } from './parsed.ts';

/**
 * Reads pairs: a user and a permission, or a user and a role, a line. The first line that has any tells whether a tab, a comma or a
 * semicolon stands between them; but for tabs, a name may stand in quotes (RFC 4180).
 */
export function* readPairs(kind: 'permissions' | 'roles', faults: Faults): Reading<ParsedImport> {
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
      faults.add({ line: number, ...columns });
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

// So many lines of new names take some twenty milliseconds.
const linesAtOnce = 2000;
// A first line that names the columns is no pair.
const header = /^\uFEFF?"?(?:user|username)"?\s*[,;\t]\s*"?(?:permission|role)"?$/i;

function byTab(line: string, second: string): Columns {
  const tab = line.indexOf('\t');
  if (tab < 0) return { detail: `There is no tab. Write the user, one tab, the ${second}.` };
  if (line.includes('\t', tab + 1))
    return { detail: `There is more than one tab. Write the user, one tab, the ${second}.` };
  return [line.slice(0, tab), line.slice(tab + 1)];
}

function byCells(line: string, second: string, separator: ',' | ';' | undefined): Columns {
  if (separator === undefined)
    return {
      detail: `There is no tab, no comma and no semicolon. Write the user, one of them, the ${second}.`,
    };
  const word = separator === ',' ? 'comma' : 'semicolon';
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
    return {
      detail: line.includes('\t')
        ? `There is a tab, and a ${word} in the lines before. Write the same in every line.`
        : `There is no ${word}. Write the user, one ${word}, the ${second}.`,
    };
  if (cells.length > 2)
    return {
      detail: `There are ${cells.length} columns. Write two: the user and the ${second}; put a name with a ${word} into quotes.`,
    };
  return [left, right];
}

function readCell(line: string, from: number, separator: ',' | ';'): { cell: string; end: number } | Fault {
  if (line[from] !== '"') {
    const found = line.indexOf(separator, from);
    const end = found < 0 ? line.length : found;
    const cell = line.slice(from, end);
    if (cell.includes('"'))
      return { detail: 'A quote stands inside a name. Put the whole name into quotes and double the inner ones.' };
    return { cell: withoutFormulaGuard(cell, separator), end };
  }
  let cell = '';
  for (let at = from + 1; ; ) {
    const quote = line.indexOf('"', at);
    if (quote < 0)
      return { detail: 'A quote is not closed on its line. Close it, or double it when it is part of a name.' };
    cell += line.slice(at, quote);
    if (line[quote + 1] === '"') {
      cell += '"';
      at = quote + 2;
      continue;
    }
    const end = quote + 1;
    if (end < line.length && line[end] !== separator)
      return { detail: `Text follows a closing quote. Put a ${separator === ',' ? 'comma' : 'semicolon'} there.` };
    return { cell: withoutFormulaGuard(cell, separator), end };
  }
}
