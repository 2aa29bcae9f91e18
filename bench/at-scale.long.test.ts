import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Missed targets do not fail the test, because other load on the machine could cause them. The output contains the figures.
test('an organisation with 1,000,000 grants can be queried, exported and verified, and takes a large import', async () => {
  const script = fileURLToPath(new URL('at-scale.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  // Prints the output as it arrives, because the run is long.
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
    process.stdout.write(text);
  });
  const [code] = await once(child, 'close');
  expect({ code, err: said.err }).toEqual({ code: 0, err: '' });
  expect(said.out).toMatch(/verified \d{7,} changes and \d{7,} facts in .*: whole/);
  expect(said.out).toMatch(/import of 700000 grants/);
}, 3_600_000);
