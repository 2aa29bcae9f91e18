import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PublicKey } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { licet } from './command-line.ts';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

// Runs the commands of pages of docs/ in a temporary folder.
const before = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'licet-documentation-'));
let running: RunningLicet;

beforeAll(async () => {
  running = await startWithAdministrator();
  process.chdir(folder);
});
afterAll(() => endAll(() => process.chdir(before), running, folder));

/** A step of a guide: writes a file, or runs a block and compares its output. */
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

/** Runs a command line and returns its output. The server's port differs from the port on the pages. */
async function type(line: string, expected: number): Promise<string> {
  const [, words, into] = /^licet ([^>]*?)(?: > (\S+))?$/.exec(line) ?? [];
  if (words === undefined) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line.replaceAll('http://localhost:4080', running.url)], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ status, stderr }, line).toEqual({ status: expected, stderr: '' });
    return stdout;
  }
  const named = words.includes('--plan 42') ? words.replace('42', await lastChangeSet()) : words;
  const { code, out, err } = await licet(wordsOf(named), { ...process.env, LICET_DATA: running.dataDirectory });
  expect(code, `${line}\n${out}${err}`).toBe(expected);
  if (into !== undefined) writeFileSync(join(folder, into), out);
  return into === undefined ? out : '';
}

/** Splits a line into words. Quoted words count as one. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

/** Returns the number of the last change set, which the pages call 42. */
async function lastChangeSet(): Promise<string> {
  const { items } = await running.operator.audit.list({ query: { action: 'plan.applied', limit: 1 } });
  return String(items[0]?.no);
}

test('every command of the start page works as documented', async () => {
  const steps = stepsOf('start.md', 'start');
  expect(steps.length).toBeGreaterThan(8);
  await follow(steps);
  expect(readFileSync(join(folder, 'licet-names.d.ts'), 'utf8')).toContain("'invoices.refund'");
});

test('the access-as-code guide creates access from a file and removes the application again', async () => {
  const steps = stepsOf('guides/access-as-code.md', 'code');
  expect(steps).toHaveLength(10);
  await follow(steps.slice(0, -1));
  const { items } = await running.operator.grants.list({ params: { application: 'warehouse' } });
  expect(items.map(({ gives, principal }) => `${gives.name} ${principal.name}`)).toEqual(['picker Counter']);
  await follow(steps.slice(-1));
  const { items: left } = await running.operator.applications.list({ query: {} });
  expect(left.map(({ id }) => id)).not.toContain('warehouse');
});

test('the testing guide creates a client and a set-password link for each user', async () => {
  const steps = stepsOf('guides/testing.md', 'testing');
  expect(steps).toHaveLength(2);
  await follow(steps);
  const [client] = JSON.parse(readFileSync(join(folder, 'clients.json'), 'utf8'));
  expect(client).toMatchObject({
    application: 'ledger',
    name: 'Page under test',
    id: expect.stringMatching(/^[\w-]{36}$/),
  });
  const [, link = ''] = /^maya,.*?,(http[^,]+),/m.exec(readFileSync(join(folder, 'links.csv'), 'utf8')) ?? [];
  expect(link).toContain(`${running.url}/set-password#token=`);
});

test('the usage guide lists unused access, also for one user', async () => {
  await running.operator.users.create({ body: { username: 'grace', name: 'Grace' } });
  await follow(stepsOf('guides/use.md', 'use'));
});

test('the guide to ending grants lists them, extends one and ends one now', async () => {
  const params = { application: 'ledger' };
  const [grace] = (await running.operator.users.list({ query: { username: 'grace' } })).items;
  const ends = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const given = async (name: string) => {
    const { id } = await running.operator.roles.create({ params, body: { name } });
    const body = { principal: { kind: 'user', id: grace?.id ?? '' }, gives: { kind: 'role', id }, ends } as const;
    return running.operator.grants.create({ params, body });
  };
  const [closer, opener] = [await given('closer'), await given('opener')];
  await follow(stepsOf('guides/ends.md', 'ends'));
  const { items } = await running.operator.grants.list({ params, query: { state: 'active' } });
  expect(items.map(({ id }) => id)).not.toContain(opener.id);
  const longer = Date.parse(items.find(({ id }) => id === closer.id)?.ends ?? '') - Date.parse(ends);
  expect(longer).toBe(30 * 86_400_000);
});

test('the break-glass guide exports emergency access with its reasons', async () => {
  await follow(stepsOf('guides/break-glass.md', 'break-glass'));
});

test('the auditing guide exports access, events and a signed checkpoint', async () => {
  const params = { application: 'shop' };
  await running.operator.applications.create({ body: { id: 'shop', name: 'Shop' } });
  const { id } = await running.operator.permissions.create({ params, body: { name: 'orders.refund' } });
  const [known] = (await running.operator.users.list({ query: { q: 'maya' } })).items;
  const maya = known ?? (await running.operator.users.create({ body: { username: 'maya', name: 'Maya' } }));
  const body = { principal: { kind: 'user', id: maya.id }, gives: { kind: 'permission', id } } as const;
  await running.operator.grants.create({ params, body });
  const steps = stepsOf('guides/auditing.md', 'auditing');
  expect(steps).toHaveLength(5);
  await follow(steps);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  expect(read('access.tsv')).toContain('maya\torders.refund');
  expect(read('changes.csv')).toContain('grant.created');
  expect(read('head.jws').split('.')).toHaveLength(3);
});

test('the Clerk guide imports users with and without a password hash', async () => {
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

describe('the guide for programs', () => {
  function block(name: string): string {
    const [step] = stepsOf('guides/programs.md', name);
    if (!step || !('run' in step)) throw new Error(`The page has no block “${name}”.`);
    return step.run.replaceAll('https://id.example.org', running.url);
  }
  /** Runs a block of the page unchanged in one shell, with the variables that readers have set. */
  function runs(name: string, environment: Readonly<Record<string, string>> = {}): string {
    const text = block(name);
    const env = { ...process.env, CURL_HOME: folder, ...environment };
    const { status, stdout, stderr } = spawnSync('sh', ['-c', text], { cwd: folder, encoding: 'utf8', env });
    expect({ status, stderr }, text).toEqual({ status: 0, stderr: '' });
    return stdout;
  }
  const params = { application: 'jobs' };
  const service = (name: string, publicKeys?: PublicKey[]) =>
    running.operator.clients.create({ params, body: { name, kind: 'service', ...(publicKeys && { publicKeys }) } });
  async function grant(id: string, application: string, ...permissions: string[]): Promise<void> {
    const inApplication = { params: { application } };
    for (const name of permissions) {
      const { items } = await running.operator.permissions.list({ ...inApplication, query: { q: name } });
      const gives = { kind: 'permission' as const, id: items.find((it) => it.name === name)?.id ?? '' };
      await running.operator.grants.create({ ...inApplication, body: { principal: { kind: 'client', id }, gives } });
    }
  }

  beforeAll(async () => {
    await running.operator.applications.create({ body: { id: 'jobs', name: 'Jobs' } });
    writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\n');
  });

  test('after a pipeline rotated a program’s secret, the old and the new secret both get tokens', async () => {
    const { client: program, secret: old } = await service('Nightly job');
    const { client: pipeline, secret } = await service('Pipeline');
    await grant(program.id, 'ledger', 'invoices.read');
    await grant(pipeline.id, 'licet', 'applications.read', 'applications.manage', 'grants.manage');
    const { items } = await running.operator.clients.keys({ params: { ...params, client: program.id } });
    const rotated = runs('rotate', {
      PIPELINE_ID: pipeline.id,
      PIPELINE_SECRET: secret ?? '',
      PROGRAM_ID: program.id,
      OLD_KEY: items[0]?.id ?? '',
    });
    const [before, made] = rotated.split(/(?<=\})(?=\{)/).map((json) => JSON.parse(json));
    expect(before.items.map((key: { id: string }) => key.id)).toEqual([items[0]?.id]);
    expect(made).toMatchObject({ key: { name: 'CI 2027' }, secret: expect.any(String) });
    for (const taken of [old ?? '', made.secret]) {
      const output = runs('token', { LICET_CLIENT_ID: program.id, LICET_CLIENT_SECRET: taken });
      expect(JSON.parse(output)).toMatchObject({ access_token: expect.any(String) });
    }
  });

  test('authenticates a program in CI with a private key', async () => {
    const publicKey = JSON.parse(runs('key')) as PublicKey;
    const { client } = await service('CI', [publicKey]);
    await grant(client.id, 'licet', 'access.read', 'applications.manage', 'grants.manage', 'users.manage');
    writeFileSync(join(folder, 'pairs.tsv'), 'maya\tinvoices.refund\n');
    const env: NodeJS.ProcessEnv = { ...process.env, LICET_DATA: running.dataDirectory };
    const names = ['types', '--application', 'jobs', '--out', 'licet-names.d.ts'];
    expect(await licet(names, env)).toMatchObject({ code: 0 });
    const own: NodeJS.ProcessEnv = { LICET_CLIENT_ID: client.id, LICET_CLIENT_KEY: 'licet.pem' };
    let said = '';
    for (const line of block('ci').trim().split('\n')) {
      const [, variable = '', value] = /^export (\w+)=(\S+)/.exec(line) ?? [];
      if (value !== undefined) env[variable] = own[variable] ?? value;
      const [, words] = /^licet (.*?)(?: +#.*)?$/.exec(line) ?? [];
      expect(words === undefined, line).toBe(value !== undefined);
      if (words !== undefined) said += (await licet(words.split(' '), env)).out;
    }
    expect(said).toContain('refused  maya invoices.refund in ledger');
    expect(said).toMatch(/1 grant/);
  });

  test('requests a code for a device, and an unknown device code gets no token', async () => {
    const body = { name: 'Box', kind: 'device' } as const;
    const { client } = await running.operator.clients.create({ params, body });
    const [asked, waits] = runs('device', { DEVICE_CLIENT_ID: client.id, DEVICE_CODE: 'not-known' }).split(
      /(?<=\})(?=\{)/,
    );
    expect(JSON.parse(asked ?? '')).toMatchObject({ device_code: expect.any(String), user_code: expect.any(String) });
    expect(JSON.parse(waits ?? '')).toMatchObject({ error: 'invalid_grant' });
  });
});
