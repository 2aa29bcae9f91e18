// Runs the tests that need Java, another server or minutes (`*.long.test.ts`), and at length some that `npm test` asks of little;
// keeps what came of each in docs/long-run.md.
// Usage: npm run long [-- PATTERN [-t NAME]]; with a pattern only those files, with a name only those of their tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './install.mjs';

const chosen = process.argv.slice(2);
/** Whether tests were chosen by name: the others of their files, which count as skipped then, did not run. */
const byName = chosen.some((it) => /^(-t|--testNamePattern)/.test(it));
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const args = [vitest, 'run', '--config', 'vitest.long.config.ts', '--reporter=verbose', ...chosen];
const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
let output = '';
child.stdout.setEncoding('utf8').on('data', (text) => {
  output += text;
  process.stdout.write(text);
});
const [code] = await once(child, 'close');
const came = { '✓': 'passed', '×': 'failed', '↓': 'skipped' };
const today = new Date().toISOString().slice(0, 10);
const lines = stripVTControlCharacters(output).split('\n');
/** Where something failed: a test, or what had to be set up before those of a file or a part of it, which then count as skipped. */
const failures = lines.flatMap((line) => {
  const [, file, name = ''] = /^ *FAIL +(?:\|\S+\| )?(\S+\.test\.ts)(?: > (.*))?$/.exec(line) ?? [];
  return file === undefined ? [] : [{ file, name }];
});
const failed = (file, test) =>
  failures.some((it) => it.file === file && (it.name === '' || it.name === test || test.startsWith(`${it.name} > `)));
const rows = lines.flatMap((line) => {
  const [, sign, file, name, time] = /^ *([✓×↓]) (?:\|\S+\| )?(\S+\.test\.ts) > (.*?)(?: (\d+)ms)?$/.exec(line) ?? [];
  if (sign === undefined || (byName && sign === '↓')) return [];
  const took = time === undefined ? '' : `${Math.round(time / 1000)} s`;
  return [
    { file, name, line: `| ${failed(file, name) ? 'failed' : came[sign]} | ${name} | ${file} | ${took} | ${today} |` },
  ];
});
process.stdout.write(`\n${rows.map(({ line }) => line).join('\n')}\n`);
keep(rows);
process.exitCode = code;

/** What ran takes the place of what came before of the same files, or of the same tests where they were chosen by name. */
function keep(rows) {
  const path = join(root, 'docs', 'long-run.md');
  const known = ({ file, name }) => (byName ? `${file} > ${name}` : file);
  const ran = new Set(rows.map(known));
  const before = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, file] = /^\| \w+ \| (.*) \| (\S+\.test\.ts) \| [^|]* \|(?: [\d-]* \|)?$/.exec(line) ?? [];
      return file === undefined || ran.has(known({ file, name })) || !existsSync(join(root, file))
        ? []
        : [{ file, line }];
    });
  const all = [...before, ...rows].toSorted((one, other) => one.file.localeCompare(other.file));
  writeFileSync(
    path,
    [
      '# The last long run',
      '',
      `What \`npm run long\` last said of each test, on ${availableParallelism()} cores. It takes hours, so it is run in parts; each line has its day. What a`,
      'machine has no program for is skipped, with the reason.',
      '',
      '| | test | in | took | on |',
      '| --- | --- | --- | --- | --- |',
      ...all.map(({ line }) => line),
      '',
    ].join('\n'),
  );
}
