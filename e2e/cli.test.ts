import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fenced } from '../scripts/examples.ts';
import { licet, licetProcess } from './command-line.ts';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

let running: RunningLicet;
const folder = mkdtempSync(join(tmpdir(), 'licet-import-'));

beforeAll(async () => {
  running = await startWithAdministrator();
});
afterAll(() => endAll(running, folder));

test.each([['--help'], ['-h']])('licet export %s prints the help of all exports', async (flag) => {
  const { code, out, err } = await licetProcess('export', flag);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^licet export access\n.*\n\n {2}--application VALUE/s);
  const each = await Promise.all(
    ['access', 'config', 'person', 'events', 'sign-ins'].map(
      async (what) => (await licet(['export', what, '--help'])).out,
    ),
  );
  expect(out).toBe(each.join('\n'));
});

test('licet --version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../packages/cli/package.json', import.meta.url), 'utf8'));
  expect(await licetProcess('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test('licet verify verifies the audit chain', async () => {
  const { code, out } = await licet(['verify', '--data', running.dataDirectory]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^The chain is intact: \d+ changes/)]);
});

test('licet keys rotate-encryption tells the operator to keep the only encryption key', async () => {
  const { code, out } = await licet(['keys', 'rotate-encryption', '--data', running.dataDirectory]);
  expect(code).toBe(0);
  expect(out).toContain('Only one encryption key is set, and all secrets are encrypted with it. Keep it');
  expect(out).not.toContain('Remove the other keys from every server');
});

test('licet keys rotate-signing signs with the next key and lists the previous one as retired', async () => {
  const keys = async (...args: string[]) => {
    const { code, out } = await licet(['keys', ...args, '--data', running.dataDirectory]);
    expect(code).toBe(0);
    return out.split('\n').flatMap((line) => (/^\w+\tES256\t/.test(line) ? [line.split('\t')] : []));
  };
  const kid = (lines: string[][], state: string) => lines.find(([first]) => first === state)?.[2];
  const before = await keys('list');
  const after = await keys('rotate-signing');
  expect(kid(after, 'current')).toBe(kid(before, 'next'));
  expect(kid(after, 'retired')).toBe(kid(before, 'current'));
  expect((await running.operator.audit.list({ query: {} })).items[0]?.action).toBe('key.rotated');
});

test('licet hand-over lists what a user owns, then hands it over and suspends the user in one plan', async () => {
  const { operator, dataDirectory } = running;
  const user = async (username: string) =>
    (await operator.users.create({ body: { name: username, username, email: null } })).id;
  const [ada, ben, cy] = [await user('ada.leaves'), await user('ben.stays'), await user('cy.leaves')];
  await operator.applications.create({ body: { id: 'handed', name: 'Handed' } });
  await operator.applications.addOwner({ params: { application: 'handed', user: ada } });
  const run = (...args: string[]) => licet(['hand-over', 'ada.leaves', ...args, '--data', dataDirectory]);
  expect((await run()).out).toBe('Owns (1): handed (no other owner)\n');
  expect(await run('--suspend', '--yes')).toMatchObject({
    code: 2,
    err: expect.stringContaining('ada.leaves has duties. Set the successor with --to.'),
  });
  const refused = await run('--to', 'ben.stays', '--yes');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('ben.stays is invited') });
  const { username } = (await operator.users.list({ query: { status: 'active' } })).items[0] ?? { username: '' };
  expect((await run('--to', username)).out).toContain('Nothing was changed. To hand over, add --yes');
  expect((await run('--to', username, '--suspend', '--yes')).out).toMatch(
    /^Handed over in change (\d+)\. To revert it, run “licet revert --plan \1 --data \S+”\.$/m,
  );
  expect((await run()).out).toBe('This user has no duties and no requests.\n');
  expect(await run('--to', username, '--yes')).toMatchObject({
    code: 1,
    err: 'ada.leaves has no duties that can be handed over. Nothing was changed.\n',
  });
  expect((await operator.users.get({ params: { user: ada } })).status).toBe('suspended');
  const idle = ['hand-over', 'cy.leaves', '--suspend', '--data', dataDirectory];
  expect((await licet(idle)).out).toContain('Nothing was changed. To suspend, add --yes');
  expect(await licet([...idle, '--yes'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Nothing to hand over\. Suspended in change \d+\. To revert it, run /),
  });
  expect((await operator.users.get({ params: { user: cy } })).status).toBe('suspended');
  await operator.users.remove({ params: { user: ben } });
});

test('an incomplete command is refused, and the error lists the complete commands', async () => {
  const { code, out, err } = await licetProcess('export', '--application', 'ledger');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(
    /^Use licet export access or .* or licet export sign-ins\.\nlicet export --help shows its arguments and flags\.\n$/,
  );
});

test('a wrong flag or argument prints one sentence and a reference to --help, not the help itself', async () => {
  const help = 'licet who --help shows its arguments and flags.\n';
  expect(await licet(['who', '--nope', 'x'])).toEqual({ code: 2, out: '', err: `Unknown option '--nope'\n${help}` });
  expect(await licet(['who'])).toEqual({
    code: 2,
    out: '',
    err: `Expected PERMISSION, but got no arguments.\n${help}`,
  });
});

test.each([
  [['grnats'], 'There is no command “grnats”. Did you mean licet grants? licet --help lists all commands.\n'],
  [['cann', 'ada', 'pay'], 'There is no command “cann”. Did you mean licet can? licet --help lists all commands.\n'],
  [
    ['export', 'acess'],
    'There is no command “export acess”. Did you mean licet export access?\nlicet export --help shows its arguments and flags.\n',
  ],
  [
    ['who', '--aplication', 'ledger', 'pay'],
    "Unknown option '--aplication'. Did you mean --application?\nlicet who --help shows its arguments and flags.\n",
  ],
])('suggests the nearest command or flag for licet %j', async (args, err) => {
  expect(await licet(args)).toEqual({ code: 2, out: '', err });
});

test.each([
  ['--prot', '4080', "Unknown option '--prot'"],
  ['--port', '99999', 'The port “99999” '],
  ['--issuer', 'ftp://x', 'The public address “ftp://x” '],
])('licet start %s %s exits with 2 and names the mistake', async (flag, value, says) => {
  expect(await licetProcess('start', flag, value)).toEqual({
    code: 2,
    out: '',
    err: expect.stringContaining(`Licet did not start. ${says}`),
  });
});

test('licet separations lists rules and violations, now or on a past day, as text or as a file', async () => {
  const page = 'docs/guides/separation-of-duties.md';
  const text = readFileSync(fileURLToPath(new URL(`../${page}`, import.meta.url)), 'utf8');
  const [list = [], violations = [], file = []] = fenced(page, text).map(({ code }) => code.trim().split(' ').slice(1));
  const data = ['--data', running.dataDirectory];
  const { operator } = running;
  const params = { application: 'invoices' };
  await operator.applications.create({ body: { id: 'invoices', name: 'Invoices' } });
  const elements = await Promise.all(
    ['enter', 'pay'].map(async (name) => ({
      kind: 'permission' as const,
      id: (await operator.permissions.create({ params, body: { name } })).id,
    })),
  );
  const { id } = await operator.users.create({ body: { username: 'eve', name: 'Eve' } });
  for (const gives of elements)
    await operator.grants.create({ params, body: { principal: { kind: 'user', id }, gives } });
  expect(await licet([...violations, ...data])).toMatchObject({ code: 0, out: '' });
  await operator.separations.create({
    body: { name: 'Entering and paying', parts: elements.map((it) => ({ elements: [it] })) },
  });
  expect((await licet([...list, ...data])).out).toMatch(
    /^\S+\tEntering and paying\tat most 1 of: enter of invoices \| pay of invoices\n$/,
  );
  expect(await licet([...violations, ...data])).toMatchObject({
    code: 1,
    out: 'eve: Entering and paying\n  enter of invoices: granted directly\n  pay of invoices: granted directly\n',
  });
  const now = await licet(['separations', 'violations', '--format', 'csv', ...data]);
  expect(now.out.split('\r\n')).toHaveLength(4);
  expect(await licet([...file, ...data])).toMatchObject({ code: 0, out: `${now.out.split('\r\n')[0]}\r\n` });
});

test('licet erase, used as documented, shows the plan, erases the user and keeps the audit chain valid', async () => {
  const page = 'docs/operations/erasing.md';
  const text = readFileSync(fileURLToPath(new URL(`../${page}`, import.meta.url)), 'utf8');
  const commands = fenced(page, text).map(({ code }) => code.trim().split(' ').slice(1));
  const address = 'ada@example.org';
  const { id } = await running.operator.users.create({
    body: { username: 'ada', name: 'Ada Lovelace', email: address },
  });
  const data = ['--data', running.dataDirectory];
  const [plan = [], done = []] = commands;
  expect(plan).toEqual(['erase', address]);
  expect(await licet([...plan, ...data])).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^Plan to erase the user \S+\.\nThe user would be deleted with all access and credentials\.\nPersonal data would be removed from \d+ events? of the audit log, \d+ rows? of the history and \d+ other rows?\.\nNothing was erased\. To erase the user, add --yes[\s\S]*\nevent \d+ .*user\.created\n {2}target {2}"Ada Lovelace"\n[\s\S]*\ntable users {2}1\n/,
    ),
  });
  expect((await running.operator.users.get({ params: { user: id } })).name).toBe('Ada Lovelace');
  expect(await licet([...done, ...data])).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^The user \S+ was erased\.\nThe user was deleted with all access and credentials\.\nPersonal data was removed from /,
    ),
  });
  expect(await licet([...done, ...data])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^There is no user “ada@/),
  });
  const file = join(folder, 'audit.ndjson');
  writeFileSync(file, (await licet(['audit', 'export', ...data])).out);
  expect(readFileSync(file, 'utf8')).not.toMatch(/lovelace|ada@/i);
  const keys = join(folder, 'audit-keys.json');
  writeFileSync(keys, (await licet(['audit', 'keys', ...data])).out);
  expect(await licet(['audit', 'verify', '--file', file, '--keys', keys])).toMatchObject({ code: 0 });
});

test('licet diff lists access changes with author and reason, and exits with 1 if there are any', async () => {
  const { operator, dataDirectory } = running;
  const params = { application: 'differing' };
  await operator.applications.create({ body: { id: 'differing', name: 'Differing' } });
  const read = await operator.permissions.create({ params, body: { name: 'invoices.read' } });
  const grace = await operator.users.create({ body: { username: 'grace', name: 'Grace' } });
  const from = new Date().toISOString();
  const principal = { kind: 'user' as const, id: grace.id };
  const gives = { kind: 'permission' as const, id: read.id };
  const given = await operator.grants.create({ params, body: { principal, gives, reason: 'Closing the year' } });
  const diff = (...words: string[]) => licet(['diff', '--from', from, ...words, '--data', dataDirectory]);
  expect(await diff('--application', 'differing')).toEqual({
    code: 1,
    err: '',
    out: expect.stringMatching(
      /^grace in differing\n {2}\+ gained invoices\.read; granted directly, since \S+Z, no end\n {6}\S+Z: operator granted .* \(change \d+\): Closing the year\n$/,
    ),
  });
  const [line = ''] = (await diff('--user', 'grace', '--json')).out.split('\n');
  expect(JSON.parse(line)).toMatchObject({
    holder: { id: grace.id },
    moments: [{ gains: { permissions: ['invoices.read'] } }],
  });
  expect(await diff('--user', 'ingrid')).toMatchObject({ code: 0, out: '' });
  const middle = new Date().toISOString();
  const ending = { params: { ...params, grant: given.id }, ifMatch: given.version };
  await operator.grants.update({ ...ending, body: { ends: '2090-06-01T00:00:00Z' } });
  expect(await licet(['diff', '--from', middle, '--user', 'grace', '--data', dataDirectory])).toEqual({
    code: 1,
    err: '',
    out: expect.stringMatching(
      /^grace in differing\n {2}~ shortened invoices\.read; granted directly, since \S+Z, until 2090-06-01T00:00:00\.000000Z \(before: no end\)\n {6}\S+Z: operator changed the grant of .* \(change \d+\)\n$/,
    ),
  });
  const reader = await operator.roles.create({ params, body: { name: 'reader' } });
  const desk = await operator.groups.create({ body: { name: 'Front desk' } });
  await operator.groups.addMember({ params: { group: desk.id, member: grace.id } });
  await operator.grants.create({ params, body: { principal, gives: { kind: 'role', id: reader.id } } });
  expect(await diff('--role', 'reader', '--application', 'differing')).toMatchObject({
    code: 1,
    out: expect.stringContaining('  + gained the role reader; granted directly, since '),
  });
  expect(await diff('--group', 'front desk')).toMatchObject({ code: 0, out: '' });
  for (const [words, says] of [
    [['--role', 'reader'], 'Set the application of the role'],
    [['--role', 'none', '--application', 'differing'], 'has no role “none”'],
    [['--group', 'none'], 'no group “none”'],
  ] as const)
    expect(await diff(...words)).toMatchObject({ code: 2, err: expect.stringContaining(says) });
  expect(await diff()).toMatchObject({ code: 2, err: expect.stringContaining('Set one of --user') });
  expect(await diff('--user', 'nobody')).toMatchObject({ code: 2, err: expect.stringContaining('no user “nobody”') });
});

describe('an import into a missing application', () => {
  const file = join(folder, 'pairs.tsv');
  const importing = (application: string, ...flags: string[]) =>
    licet(['import', file, '--application', application, '--data', running.dataDirectory, ...flags]);
  const names = async () => (await running.operator.applications.list()).items.map(({ name }) => name);

  beforeAll(() => writeFileSync(file, 'maya\tinvoices.refund\n'));

  test('prints the next step once and creates nothing', async () => {
    const before = await names();
    expect(await importing('ledger')).toEqual({
      code: 2,
      out: '',
      err: 'There is no application “ledger”. Add --create and --name to create it, or set an existing one with --application.\n',
    });
    const tried = await importing('ledger', '--create', '--name', 'Ledger', '--dry-run');
    expect(tried).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^The application “ledger” does not exist yet/),
    });
    expect(await names()).toEqual(before);
  });

  test('creates the application with --create, and requires --name if there is no terminal', async () => {
    expect(await importing('ledger', '--create')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^Set the name of the new application “ledger” with --name\./),
    });
    expect(await importing('ledger', '--create', '--name', 'Aurelia’s ledger')).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^Created 1 user, 1 permission, 1 grant\. 1 line read.*\nThe new user has no password yet/,
      ),
      err: 'The application “ledger” was created.\n',
    });
    expect(await names()).toContain('Aurelia’s ledger');
  });

  test('ignores --create if the application exists', async () => {
    const before = await names();
    expect(await importing('ledger', '--create', '--name', 'Another')).toMatchObject({ code: 0, err: '' });
    expect(await names()).toEqual(before);
    expect((await importing('ledger', '--name', 'Another')).err).toMatch(
      /^--name sets the name of the application that --create/,
    );
  });
});

describe('licet invite', () => {
  const people = join(folder, 'people.csv');
  const onServer = (...args: string[]) => licet([...args, '--data', running.dataDirectory]);
  let change = '';

  test('mails imported users without a password, and the mails stay queued after the command has ended', async () => {
    writeFileSync(
      people,
      'username,email,name\nnora,nora@harbour.example,Nora Lindgren\ntomas,tomas@harbour.example,Tomas Berg\nowen,,Owen Hale\n',
    );
    const { code, out, err } = await onServer('import', 'csv', people, '--invite');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /^Invitations: 2 of 3 queued\.\n(?:.+ until a mail server is configured\.\n)?Not invited:\n {2}1: no e-mail address: make links with “licet invite --links FILE”$/m,
    );
    change = /licet invite --import (\d+)/.exec(out)?.[1] ?? '';
    const { items } = await running.operator.mail.list({ query: {} });
    expect(items.map(({ template, address }) => `${template} ${address}`).sort()).toEqual([
      'invitation nora@harbour.example',
      'invitation tomas@harbour.example',
    ]);
  });

  test('skips invited users unless --again is given, and finds users by part of their name', async () => {
    expect(await onServer('invite', '--import', change)).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^Invitations: 0 of 3 queued\.\nNot invited:\n {2}2: already invited\n {2}1: no e-mail address/,
      ),
    });
    expect(await onServer('invite', '--search', 'Nora', '--again', '--language', 'de')).toEqual({
      code: 0,
      out: expect.stringMatching(/^Invitations: 1 of 1 queued\.\n1 waits until a mail server is configured\.\n$/),
      err: '',
    });
    const { items } = await running.operator.mail.list({ query: { q: 'nora' } });
    expect(items).toHaveLength(2);
    const preview = await running.operator.mail.preview({ params: { mail: items[0]?.id ?? '' } });
    expect(preview.text).toContain('Guten Tag Nora Lindgren');
    for (const links of [[], ['--links', join(folder, 'none.csv')]])
      expect(await onServer('invite', '--search', 'nobody at all', ...links)).toEqual({
        code: 1,
        out: 'Nobody was invited: there are no users without a password among users found by “nobody at all”.\nCheck them under Users in the console, or select others with --search or --import.\n',
        err: '',
      });
    for (const links of [[], ['--links', join(folder, 'none.csv')]])
      expect(await onServer('invite', '--import', '4711000', ...links)).toEqual({
        code: 2,
        out: '',
        err: 'There is no change 4711000. The number of an import’s change is in its report. (not_found)\n',
      });
  });

  test('writes links to a new file that only its owner can read', async () => {
    const file = join(folder, 'links.csv');
    expect(await onServer('invite', '--import', change, '--links', file)).toEqual({
      code: 0,
      out: `The links are in ${file}. Users who got no link are listed at its end, with the reason.\n`,
      err: '',
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(file, 'utf8').trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[3]).toMatch(/^tomas,Tomas Berg,tomas@harbour\.example,http:\/\/localhost:\d+\/\S+#token=[\w-]+/);
    const before = readFileSync(file, 'utf8');
    expect(await onServer('invite', '--import', change, '--links', file)).toEqual({
      code: 2,
      out: '',
      err: `The file ${file} already exists and is not overwritten. Choose another name, or move the file away.\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('rejects an unknown language and an invalid import number before it searches users', async () => {
    expect(await onServer('invite', '--language', 'fr')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--language must be en or de\./),
    });
    expect(await onServer('invite', '--import', 'people.csv')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--import must be a change number, as shown in the report of an import\./),
    });
  });
});
