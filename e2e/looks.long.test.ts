import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { findChromium } from '../scripts/chromium.ts';
import { memoryFolder } from '../scripts/memory-folder.ts';
import { timed } from './timed.ts';

// Checks every screen at both widths, in both themes, in English and in German. Each file is a separate test per
// language, so that two can run in parallel.
const specs = readdirSync(fileURLToPath(new URL('.', import.meta.url)), { recursive: true, encoding: 'utf8' })
  .filter((it) => it.endsWith('.spec.ts') && !timed.includes(it))
  .sort();

const root = fileURLToPath(new URL('..', import.meta.url));
const node = promisify(execFile);
const temporary = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'licet-looks-'));
const environment = {
  ...process.env,
  NODE_ENV: undefined, // vitest sets NODE_ENV to test. Pages would then be development builds, which are too large.
  LICET_LOOKS: 'whole',
  CHROMIUM_PATH: findChromium(),
  TMPDIR: temporary,
  LICET_MADE_ONCE: join(temporary, 'made-once'),
};

beforeAll(async () => {
  chmodSync(temporary, 0o1777); // Programs of other users need access to this folder.
  mkdirSync(environment.LICET_MADE_ONCE, { mode: 0o711 });
  await node(process.execPath, ['scripts/test.mjs', '--only', 'fronts'], { cwd: root, env: environment });
});

afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const languages = { en: 'English', de: 'German' } as const;
const runs = (Object.keys(languages) as (keyof typeof languages)[]).flatMap((language) =>
  specs.map((spec) => ({ spec, language, named: languages[language] })),
);

test.concurrent.for(runs)(
  'every state of $spec passes in $named, at both widths and in both themes',
  { timeout: 3_600_000 },
  async ({ spec, language }, { skip }) => {
    const playwright = join('node_modules', '@playwright', 'test', 'cli.js');
    const output = join(temporary, `${spec.replaceAll('/', '-')}-${language}`);
    const args = [
      'test',
      '-c',
      'e2e/playwright.config.ts',
      '--project=looks',
      '--workers=1',
      '--reporter=list',
      `--output=${output}`,
    ];
    const env = { ...environment, LICET_LOOKS_IN: language };
    let said = '';
    try {
      said = (await node(process.execPath, [playwright, ...args, `e2e/${spec}`], { cwd: root, env })).stdout;
    } catch (error) {
      throw new Error((error as { stdout?: string }).stdout ?? String(error), { cause: error });
    }
    for (const [line] of said.matchAll(/^Not looked at in German: .*$/gm)) console.log(line);
    if (!/\d+ passed/.test(said)) skip(`Nothing of ${spec} ran.`);
  },
);
