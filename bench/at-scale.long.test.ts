import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The output has the figures: a machine with other work misses the targets.
test('an organisation of 1,000,000 grants is created, queried, exported, verified and imported into', async () => {
  const script = fileURLToPath(new URL('at-scale.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  // Printed as it arrives, because it takes long and shows the progress.
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
    process.stdout.write(text);
  });
  const [code] = await once(child, 'close');
  expect({ code, err: said.err }).toEqual({ code: 0, err: '' });
  expect(said.out).toMatch(/verified \d{7,} changes and \d{7,} facts in .*: whole/);
  expect(said.out).toMatch(/import of 700000 grants/);
}, 3_600_000);
