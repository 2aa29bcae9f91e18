import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { licetProcess, licet as licetWith, type Said } from '../command-line.ts';
import { endAll } from '../end-all.ts';
import type { RunningLicet } from '../licet.ts';
import { startWithAdministrator } from '../made-once.ts';

const params = { application: 'ledger' } as const;
const folder = mkdtempSync(join(tmpdir(), 'licet-types-'));
const file = join(folder, 'licet-names.d.ts');
let licet: RunningLicet;

beforeAll(async () => {
  licet = await startWithAdministrator();
  await licet.operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  for (const name of ['invoices.refund', "it's */ mine", 'invoices.read'])
    await licet.operator.permissions.create({ params, body: { name, title: '*/ `' } });
  await licet.operator.roles.create({ params, body: { name: 'clerk', title: '' } });
});
afterAll(() => endAll(licet, folder));

test('licet types prints the declaration with the current catalogue, sorted, to standard output by default', async () => {
  const { code, out } = await licetProcess('types', '--application', 'ledger', '--data', licet.dataDirectory);
  expect(code).toBe(0);
  expect(out).toContain(
    [
      '    permission:',
      `      | 'invoices.read'`,
      `      | 'invoices.refund'`,
      `      | 'it\\'s */ mine';`,
      '    role:',
      `      | 'admin'`,
      `      | 'clerk';`,
    ].join('\n'),
  );
});

test('licet types --out writes the file once and leaves it unchanged while it is up to date', async () => {
  expect(await types('--out', file)).toEqual({
    code: 0,
    out: `${file} names 3 permissions and 2 roles of ledger.\n`,
    err: '',
  });
  const { mtimeNs } = statSync(file, { bigint: true });
  expect((await types('--out', file)).out).toMatch(/it was up to date/);
  expect(statSync(file, { bigint: true }).mtimeNs).toBe(mtimeNs);
});

test('an unknown permission is a compile error in a project that has the file', async () => {
  const uses = (permission: string) => `import type { PermissionName } from '@licet/rule';
export const asked: PermissionName = '${permission}';
`;
  expect(await compile(uses('invoices.refund'))).toBe('');
  expect(await compile(uses('invoices.refnud'))).toMatch(/^module\.ts\(2,14\): error TS\d+: Type '"invoices\.refnud"'/);
});

test('--check exits with 0 for a current file, and with 1 and the differences for an outdated one', async () => {
  expect(await types('--out', file, '--check')).toEqual({ code: 0, out: '', err: '' });
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
  expect((await types('--out', file, '--check')).code).toBe(0);

  const { items } = await licet.operator.permissions.list({ params, query: { q: 'mine' } });
  await licet.operator.permissions.remove({ params: { ...params, permission: items[0]?.id ?? '' } });
  await licet.operator.permissions.create({ params, body: { name: 'reports.read', title: '' } });
  const before = readFileSync(file, 'utf8');
  const { code, err } = await types('--out', file, '--check');
  expect(code).toBe(1);
  expect(err).toBe(
    `${file} is outdated: it lacks 'reports.read' and still has the deleted 'it\\'s */ mine'. ` +
      `Run licet types --application ledger --out ${file} --data ${licet.dataDirectory}.\n`,
  );
  expect(readFileSync(file, 'utf8')).toBe(before);

  await types('--out', file);
  expect((await types('--out', file, '--check')).code).toBe(0);
  expect((await types('--out', join(folder, 'absent.d.ts'), '--check')).err).toMatch(
    /^\S+absent\.d\.ts does not exist\. Run/,
  );
});

test('licet types works on another machine with a service client, but only for that client’s application', async () => {
  const made = await licet.operator.clients.create({ params, body: { name: 'Types', kind: 'service' } });
  const secret = made.secret ?? '';
  const elsewhere = (...args: string[]) => ['types', '--issuer', licet.url, '--client', made.client.id, ...args];
  const local = await types();
  expect(await asked(secret, ...elsewhere())).toEqual({ ...local, code: 0 });
  expect((await asked(secret, ...elsewhere('--application', 'other'))).err).toMatch(
    /belongs to the application ledger, not to/,
  );
  expect(await asked('wrong', ...elsewhere())).toMatchObject({
    code: 2,
    err: `The client ${made.client.id} got no token (invalid_client). Check its id and its secret or key, and that it is a service client.\n`,
  });
  expect((await asked('', ...elsewhere())).err).toMatch(/^Set a service client with --client/);
  for (const [issuer, says] of [
    ['http://id.example', /^Secrets are sent only to https addresses/],
    ['https://localhost:9', /does not answer/],
    [`${licet.url}/inspect`, /is not the public address of a Licet server/],
  ] as const)
    expect(await asked(secret, 'types', '--issuer', issuer, '--client', 'x')).toMatchObject({
      code: 2,
      err: expect.stringMatching(says),
    });
});

test.each(['main.ts', 'main.tsx'])(
  'a declaration next to %s of the same name is refused, because TypeScript would ignore it',
  async (source) => {
    const place = mkdtempSync(join(folder, 'beside-'));
    const declaration = join(place, 'main.d.ts');
    writeFileSync(join(place, source), '');
    expect(await types('--out', declaration)).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        `${join(place, source)} is next to ${declaration}, so TypeScript would ignore the declaration. ` +
          `Choose another name, such as ${join(place, 'main-names.d.ts')}.`,
      ),
    });
    expect(existsSync(declaration)).toBe(false);
    expect((await types('--out', join(place, 'main-names.d.ts'))).code).toBe(0);
  },
);

test('licet types rejects invalid arguments with an explanation and exit code 2', async () => {
  expect(await types('--check')).toMatchObject({ code: 2, err: expect.stringMatching(/^Set the file with --out\./) });
  const nowhere = join(folder, 'no', 'such', 'folder.d.ts');
  expect(await types('--out', nowhere)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^The folder .* for .* does not exist\. Create it,/),
  });
  expect(await run('types', '--application', 'nosuch')).toMatchObject({
    code: 2,
    err: expect.stringContaining('(not_found)'),
  });
});

const types = (...args: string[]) => run('types', '--application', 'ledger', ...args);

const run = (...args: string[]): Promise<Said> => licetWith([...args, '--data', licet.dataDirectory]);

const asked = (secret: string, ...args: string[]): Promise<Said> =>
  licetWith(args, { ...process.env, LICET_CLIENT_SECRET: secret });

/** Returns the compiler's output for a module that imports the generated declaration. */
async function compile(module: string): Promise<string> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  writeFileSync(join(folder, 'module.ts'), module);
  const options = {
    strict: true,
    noEmit: true,
    module: 'preserve',
    lib: ['es2024', 'esnext.collection', 'dom'],
    types: [],
    allowImportingTsExtensions: true,
    paths: { '@licet/rule': [join(root, 'packages/rule/src/index.ts')] },
  };
  const project = { compilerOptions: options, files: [file, 'module.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const out = await new Promise<string>((resolve) =>
    execFile(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], (_, said) => resolve(said)),
  );
  return out.replaceAll(/^\S*module\.ts/gm, 'module.ts');
}
