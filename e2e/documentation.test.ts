import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { licet } from './command-line.ts';
import { type RunningLicet, removeDataDirectory } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

// What pages of docs/ tell readers to type, as they say it, in a folder of its own.
const before = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'licet-documentation-'));
let running: RunningLicet;

beforeAll(async () => {
  running = await startWithAdministrator();
  process.chdir(folder);
}, 120_000);
afterAll(async () => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
  await running?.stop();
  if (running) removeDataDirectory(running.dataDirectory);
});

/** What a reader does with a page: writes a file, or runs a block and sees what it says. */
type Step =
  | { readonly file: string; readonly text: string }
  | { readonly run: string; readonly code: number; readonly says: string | undefined };

function stepsOf(page: string, name: string): Step[] {
  const text = readFileSync(fileURLToPath(new URL(`../docs/${page}`, import.meta.url)), 'utf8');
  const block =
    /<!-- (file|run): ([\w.-]+)(?:, ends with (\d))? -->\n```\w*\n([\s\S]*?)```(?:\n<!-- says -->\n```\n([\s\S]*?)```)?/g;
  return [...text.matchAll(block)].flatMap(([, kind, what = '', code = '0', inner = '', says]): Step[] => {
    if (kind === 'file') return [{ file: what, text: inner }];
    return what === name ? [{ run: inner, code: Number(code), says }] : [];
  });
}

async function follow(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if ('file' in step) writeFileSync(join(folder, step.file), step.text);
    else {
      const said = [];
      for (const line of step.run.trim().split('\n')) said.push(await type(line, step.code));
      if (step.says !== undefined) expect(said.join('').trimEnd(), step.run).toBe(step.says.trimEnd());
    }
  }
}

/** Types a line, and reads what it says; the server is at another port than pages say. */
async function type(line: string, expected: number): Promise<string> {
  const [, words] = /^npx licet (.*)$/.exec(line) ?? [];
  if (words === undefined) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line.replaceAll('http://localhost:4080', running.url)], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ status, stderr }, line).toEqual({ status: expected, stderr: '' });
    return stdout;
  }
  const { code, out, err } = await licet(words.split(' '), { ...process.env, LICET_DATA: running.dataDirectory });
  expect(code, `${line}\n${out}${err}`).toBe(expected);
  return out;
}

test('the page that one starts with: every command does what it says', async () => {
  const steps = stepsOf('start.md', 'start');
  expect(steps.length).toBeGreaterThan(8);
  await follow(steps);
  expect(readFileSync(join(folder, 'licet-names.d.ts'), 'utf8')).toContain("'invoices.refund'");
});

test('people of Clerk come over from its export, as the page says', async () => {
  const columns =
    'id,first_name,last_name,username,primary_email_address,primary_phone_number,password_digest,password_hasher';
  const hash = '$2a$10$CwTycUXWue0Thq9StjUM0uJ8k4bF7a7zGQ0Zt3e7lJZr1b3mK9eXa';
  writeFileSync(
    join(folder, 'clerk.csv'),
    `${columns}\nuser_1,Ada,Byron,,ada@clerk.example,,${hash},bcrypt\nuser_2,Max,Frei,max,max@clerk.example,,,\n`,
  );
  const steps = stepsOf('guides/what-is-where.md', 'clerk');
  expect(steps).toHaveLength(1);
  await follow(steps);
  const { items } = await running.operator.users.list({ query: { q: 'clerk.example' } });
  expect(items.map(({ email, status }) => [email, status]).sort()).toEqual([
    ['ada@clerk.example', 'active'],
    ['max@clerk.example', 'invited'],
  ]);
});
