// Runs the tests that need Java, another server or minutes (`*.long.test.ts`), and some tests of `npm test` at length; keeps the results in
// docs/long-run.md.
// Usage: npm run long [-- PATTERN [-t NAME]]; with a pattern only those files, with a name only those of their tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from './install.mjs';
import { pageOf, resultsOf, rowsOf } from './long.page.mjs';

const chosen = process.argv.slice(2);
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
const day = new Date().toISOString().slice(0, 10);
const rows = rowsOf(resultsOf(output, { byName }), { day, byName });
process.stdout.write(`\n${rows.map(({ line }) => line).join('\n')}\n`);
const page = join(root, 'docs', 'long-run.md');
const kept = { byName, cores: availableParallelism(), stands: (file) => existsSync(join(root, file)) };
writeFileSync(page, pageOf(readFileSync(page, 'utf8'), rows, kept));
process.exitCode = code;
