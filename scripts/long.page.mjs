// Turns the output of vitest into the lines of docs/long-run.md.
import { stripVTControlCharacters } from 'node:util';

/** Of a part with more passed tests than this the page only gives the number. */
const named = 12;
const came = { '✓': 'passed', '×': 'failed', '↓': 'skipped' };

/**
 * The results of the tests in the output of vitest's verbose reporter.
 * @param byName whether tests were chosen by name: the others of their files did not run, and vitest reports them as skipped
 */
export function resultsOf(output, { byName = false } = {}) {
  const lines = stripVTControlCharacters(output).split('\n');
  // Failures of a test, or of the set-up of a file or a part, whose tests vitest then reports as skipped.
  const failures = lines.flatMap((line) => {
    const [, file, name = ''] = /^ *FAIL +(?:\|\S+\| )?(\S+\.test\.ts)(?: > (.*))?$/.exec(line) ?? [];
    return file === undefined ? [] : [{ file, name }];
  });
  const failed = (file, test) =>
    failures.some((it) => it.file === file && (it.name === '' || it.name === test || test.startsWith(`${it.name} > `)));
  return lines.flatMap((line) => {
    const [, sign, file, name, time] = /^ *([✓×↓]) (?:\|\S+\| )?(\S+\.test\.ts) > (.*?)(?: (\d+)ms)?$/.exec(line) ?? [];
    if (sign === undefined || (byName && sign === '↓')) return [];
    return [{ file, name, state: failed(file, name) ? 'failed' : came[sign], took: time && Number(time) }];
  });
}

/** The lines of the page: one for each test. Passed tests of a large part are counted unless they were chosen by name. */
export function rowsOf(results, { day, byName = false }) {
  const keyOf = ({ file, name, state }) =>
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

/** Replaces the lines of the same files, or of the same tests if they were chosen by name. */
export function pageOf(page, rows, { byName = false, cores, stands = () => true }) {
  const known = ({ file, name }) => (byName ? `${file} > ${name}` : file);
  const ran = new Set(rows.map(known));
  const before = page.split('\n').flatMap((line) => {
    const [, name, file] = /^\| (?:\d+ )?\w+ \| (.*) \| (\S+\.test\.ts) \| [^|]* \|(?: [\d-]* \|)?$/.exec(line) ?? [];
    return file === undefined || ran.has(known({ file, name })) || !stands(file) ? [] : [{ file, line }];
  });
  const all = [...before, ...rows].toSorted((one, other) => one.file.localeCompare(other.file));
  return [
    '# The last long run',
    '',
    `What \`npm run long\` last said of each test, on ${cores} cores; what passed of a part with many tests is counted. It takes hours, so it is run`,
    'in parts; each line has its day. What a machine has no program for is skipped, with the reason.',
    '',
    '| | test | in | took | on |',
    '| --- | --- | --- | --- | --- |',
    ...all.map(({ line }) => line),
    '',
  ].join('\n');
}

const partOf = (name) => name.slice(0, Math.max(name.lastIndexOf(' > '), 0));

function rowOf({ file, name, state, took }, day) {
  const seconds = took === undefined ? '' : `${Math.round(took / 1000)} s`;
  return { file, name, line: `| ${state} | ${name} | ${file} | ${seconds} | ${day} |` };
}
