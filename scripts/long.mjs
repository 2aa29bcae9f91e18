// Runs the tests that need Java, another server or minutes (`*.long.test.ts`), and at length some that `npm test` asks of little;
// keeps what came of the last run in docs/long-run.md.
// Usage: npm run long [-- PATTERN]; with a pattern only those, and nothing is kept.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './install.mjs';

const chosen = process.argv.slice(2);
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const args = [vitest, 'run', '--config', 'vitest.long.config.ts', '--reporter=verbose', ...chosen];
const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
let output = '';
child.stdout.setEncoding('utf8').on('data', (text) => {
  output += text;
  process.stdout.write(text);
});
const [code] = await once(child, 'close');
const results = stripVTControlCharacters(output)
  .split('\n')
  .flatMap((line) => {
    const [, ...found] = /^ *([✓×↓]) (?:\|\S+\| )?(\S+\.test\.ts) > (.*?)(?: (\d+)ms)?$/.exec(line) ?? [];
    return found.length > 0 ? [found] : [];
  });
const came = { '✓': 'passed', '×': 'failed', '↓': 'skipped' };
const lines = results.map(([sign, file, name, time]) => {
  const took = time === undefined ? '' : `${Math.round(time / 1000)} s`;
  return `| ${came[sign]} | ${name} | ${file} | ${took} |`;
});
process.stdout.write(`\n${lines.join('\n')}\n`);
if (chosen.length === 0)
  writeFileSync(
    join(root, 'docs', 'long-run.md'),
    [
      '# The last long run',
      '',
      `\`npm run long\`, ${new Date().toISOString().slice(0, 10)}, on ${availableParallelism()} cores. What a machine has no program for is skipped, with the reason.`,
      '',
      '| | test | in | took |',
      '| --- | --- | --- | --- |',
      ...lines,
      '',
    ].join('\n'),
  );
process.exitCode = code;
