import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fenced } from '../scripts/examples.ts';
import { licet as commandLine } from './command-line.ts';
import { endAll } from './end-all.ts';
import { newDataDirectory, type RunningLicet, startLicet, withAdministrator } from './licet.ts';

const page = 'docs/operations/audit.md';
const root = fileURLToPath(new URL('..', import.meta.url));
const dataDirectory = newDataDirectory();
const folder = mkdtempSync(join(tmpdir(), 'licet-audit-'));
let licet: RunningLicet;

beforeAll(async () => {
  licet = await startLicet({ dataDirectory, environment: { ...withAdministrator, LICET_AUDIT_FOLDER: folder } });
  await vi.waitUntil(() => readdirSync(folder).length > 0, 60_000);
});
afterAll(() => endAll(licet, dataDirectory, folder));

/** Runs a command of the page. Files that the command names are in the temporary folder, including the target of `>`. */
async function run(command: string): Promise<{ code: number; output: string }> {
  const [, inside = command] = /^\(umask 077; (.+)\)(?:\s+#.*)?$/.exec(command.trim()) ?? [];
  const [, words = '', target] = /^licet ([^>]+?)(?: > (\S+))?\s*$/.exec(inside) ?? [];
  const args = words.split(' ').map((word) => (/\.\w+$/.test(word) ? join(folder, word) : word));
  const { code, out, err } = await commandLine(args, { ...process.env, LICET_DATA: dataDirectory });
  if (target) writeFileSync(join(folder, target), out);
  return { code, output: out + err };
}

test('every command of the audit guide works as documented, and a tampered database or file is detected', async () => {
  const [month = ''] = readdirSync(folder);
  expect(month).toMatch(/^checkpoints-\d{4}-\d{2}\.jws$/);
  const commands = fenced(page, readFileSync(join(root, page), 'utf8')).map(({ code }) =>
    code.replace('checkpoints-2026-11.jws', month),
  );
  const outputs = [];
  for (const command of commands) outputs.push(await run(command));
  expect(outputs.map(({ code }) => code)).toEqual(commands.map(() => 0));
  expect(outputs[0]?.output).toMatch(/^The chain is intact: \d+ changes and \d+ openings/);
  expect(outputs[0]?.output).toContain('1 signed checkpoint matches');
  const verifies = commands.findIndex((command) => command.includes('--file'));
  expect(outputs[verifies]?.output).toMatch(/^The chain is intact/);
  expect(outputs.at(-1)?.output).toMatch(/^Nothing was recorded: \d+ checkpoints? match/);
  expect(readFileSync(join(folder, 'events.csv'), 'utf8')).toMatch(/^\uFEFFno,at,.*\r\n1,20.*licet\.upgraded/);
  expect(readFileSync(join(folder, 'sign-ins.ndjson'), 'utf8')).toBe('');
  expect(JSON.parse(readFileSync(join(folder, 'audit-keys.json'), 'utf8')).items).toHaveLength(2);

  const verifyFile = commands[verifies] ?? '';
  const file = join(folder, 'audit.ndjson');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('ingrid', 'eve'));
  expect(await run(verifyFile)).toMatchObject({ code: 1, output: expect.stringMatching(/^BROKEN\. .*hange \d+/) });
  writeFileSync(file, text.split('\n').slice(0, 5).join('\n'));
  expect(await run(verifyFile)).toMatchObject({ code: 2, output: expect.stringContaining('is incomplete') });

  await licet.inDatabase(`update users set name = 'Eve' where username = 'ingrid'`);
  const broken = await run('licet audit verify');
  expect(broken).toMatchObject({ code: 1, output: expect.stringMatching(/^BROKEN\. A fact of change \d+ was edited/) });
  expect((await run('licet doctor')).output).toContain('was edited, or replaced by another');
});
