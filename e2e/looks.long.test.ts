import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { findChromium } from '../scripts/chromium.mjs';
import { memoryFolder } from '../scripts/memory-folder.mjs';
import { timed } from './timed.ts';

// Every screen at both widths, in both themes and in German: a test a file, so that it can be run in parts, two at a time.
const specs = readdirSync(fileURLToPath(new URL('.', import.meta.url)), { recursive: true, encoding: 'utf8' })
  .filter((it) => it.endsWith('.spec.ts') && !timed.includes(it))
  .sort();

const root = fileURLToPath(new URL('..', import.meta.url));
const node = promisify(execFile);
const temporary = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'licet-looks-'));
const environment = {
  ...process.env,
  NODE_ENV: undefined, // vitest's own, with which pages are built for developers, and weigh too much
  LICET_LOOKS: 'whole',
  CHROMIUM_PATH: findChromium(),
  TMPDIR: temporary,
  LICET_MADE_ONCE: join(temporary, 'made-once'),
};

beforeAll(async () => {
  chmodSync(temporary, 0o1777); // what tests run programs as passes here
  mkdirSync(environment.LICET_MADE_ONCE, { mode: 0o711 });
  await node(process.execPath, ['scripts/test.mjs', '--only', 'fronts'], { cwd: root, env: environment });
});

afterAll(() => rmSync(temporary, { recursive: true, force: true }));

test.concurrent.for(specs)(
  '%s, each state at both widths, in both themes and in German',
  { timeout: 3_600_000 },
  async (spec) => {
    const playwright = join('node_modules', '@playwright', 'test', 'cli.js');
    const output = join(temporary, spec.replaceAll('/', '-'));
    const args = [
      'test',
      '-c',
      'e2e/playwright.config.ts',
      '--project=looks',
      '--workers=1',
      '--reporter=list',
      `--output=${output}`,
    ];
    try {
      await node(process.execPath, [playwright, ...args, `e2e/${spec}`], { cwd: root, env: environment });
    } catch (error) {
      throw new Error((error as { stdout?: string }).stdout ?? String(error), { cause: error });
    }
  },
);
