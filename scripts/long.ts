// Runs the tests that need Java, another server or minutes (`*.long.test.ts`), and longer versions of some tests of `npm test`. Writes the
// results to docs/long-run.md.
// Usage: npm run long [-- PATTERN [-t NAME]]
// A pattern selects files, and a name selects tests of these files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { root } from './install.mjs';

export interface Result {
  readonly file: string;
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** The duration in milliseconds, if the reporter printed a duration. */
  readonly took: number | undefined;
}

/** A line of the results page. */
export interface Row {
  readonly file: string;
  readonly name: string;
  readonly line: string;
}

/** If a part has more passed tests than this, the page gives only their number. */
const named = 12;
const states: Readonly<Record<string, Result['state']>> = { '✓': 'passed', '×': 'failed', '↓': 'skipped' };

/**
 * Reads the results of the tests from the output of vitest's verbose reporter.
 * @param byName whether tests were selected by name. The other tests of the files then did not run, and vitest reports them as skipped.
 */
export function resultsOf(output: string, { byName = false }: { readonly byName?: boolean } = {}): Result[] {
  const lines = stripVTControlCharacters(output).split('\n');
  // Failures of a test, or of the set-up of a file or a part. After a failed set-up, vitest reports the tests as skipped.
  const failures = lines.flatMap((line) => {
    const [, file, name = ''] = /^ *FAIL +(?:\|\S+\| )?(\S+\.test\.ts)(?: > (.*))?$/.exec(line) ?? [];
    return file === undefined ? [] : [{ file, name }];
  });
  const failed = (file: string, test: string) =>
    failures.some((it) => it.file === file && (it.name === '' || it.name === test || test.startsWith(`${it.name} > `)));
  return lines.flatMap((line) => {
    const [, sign, file = '', name = '', time] =
      /^ *([✓×↓]) (?:\|\S+\| )?(\S+\.test\.ts) > (.*?)(?: (\d+)ms)?$/.exec(line) ?? [];
    if (sign === undefined || (byName && sign === '↓')) return [];
    const state = failed(file, name) ? 'failed' : (states[sign] ?? 'failed');
    return [{ file, name, state, took: time === undefined ? undefined : Number(time) }];
  });
}

/** Returns the lines of the page, one for each test. Passed tests of a large part are only counted, unless they were selected by name. */
export function rowsOf(
  results: readonly Result[],
  { day, byName = false }: { readonly day: string; readonly byName?: boolean },
): Row[] {
  const keyOf = ({ file, name, state }: Result) =>
    byName || state !== 'passed' || partOf(name) === '' ? undefined : `${file} > ${partOf(name)}`;
  const parts = Map.groupBy(results, keyOf);
  return results.flatMap((it) => {
    const together = parts.get(keyOf(it)) ?? [];
    if (keyOf(it) === undefined || together.length <= named) return [rowOf(it, day)];
    if (it !== together[0]) return [];
    const took = together.reduce((sum, { took: each = 0 }) => sum + each, 0);
    return [rowOf({ file: it.file, name: partOf(it.name), state: `${together.length} passed`, took }, day)];
  });
}

/**
 * Returns the page with new lines for the files that ran, or for the tests if they were selected by name. Keeps the
 * lines of other existing files.
 */
export function pageOf(
  page: string,
  rows: readonly Row[],
  {
    byName = false,
    cores,
    exists = () => true,
  }: { readonly cores: number; readonly byName?: boolean; readonly exists?: (file: string) => boolean },
): string {
  const known = ({ file, name }: Pick<Row, 'file' | 'name'>) => (byName ? `${file} > ${name}` : file);
  const ran = new Set(rows.map(known));
  const before = page.split('\n').flatMap((line) => {
    const [, name = '', file] =
      /^\| (?:\d+ )?\w+ \| (.*) \| (\S+\.test\.ts) \| [^|]* \|(?: [\d-]* \|)?$/.exec(line) ?? [];
    return file === undefined || ran.has(known({ file, name })) || !exists(file) ? [] : [{ file, line }];
  });
  const all = [...before, ...rows].toSorted((one, other) => one.file.localeCompare(other.file));
  return [
    '# The last long run',
    '',
    `The latest result of each test of \`npm run long\`, on ${cores} cores. For a suite with many tests, the passed ones are counted. A whole run takes`,
    'hours, so its parts run on different days. A test that needs a missing program is skipped, with the reason.',
    '',
    '| | test | in | took | on |',
    '| --- | --- | --- | --- | --- |',
    ...all.map(({ line }) => line),
    '',
  ].join('\n');
}

const partOf = (name: string) => name.slice(0, Math.max(name.lastIndexOf(' > '), 0));

function rowOf({ file, name, state, took }: Omit<Result, 'state'> & { readonly state: string }, day: string): Row {
  const seconds = took === undefined ? '' : `${Math.round(took / 1000)} s`;
  return { file, name, line: `| ${state} | ${name} | ${file} | ${seconds} | ${day} |` };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const chosen = process.argv.slice(2);
  const byName = chosen.some((it) => /^(-t|--testNamePattern)/.test(it));
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--config', 'vitest.long.config.ts', '--reporter=verbose', ...chosen];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const [code] = await once(child, 'close');
  const day = new Date().toISOString().slice(0, 10);
  const rows = rowsOf(resultsOf(output, { byName }), { day, byName });
  process.stdout.write(`\n${rows.map(({ line }) => line).join('\n')}\n`);
  const page = join(root, 'docs', 'long-run.md');
  const kept = { byName, cores: availableParallelism(), exists: (file: string) => existsSync(join(root, file)) };
  writeFileSync(page, pageOf(readFileSync(page, 'utf8'), rows, kept));
  process.exitCode = code;
}
