import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { licet, licetProcess } from './command-line.ts';
import { type RunningLicet, removeDataDirectory } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

test.each([['--help'], ['-h']])('licet export %s prints the help of licet export access', async (flag) => {
  const { code, out, err } = await licetProcess('export', flag);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^licet export access\n.*\n\n {2}--application VALUE/s);
  expect(out).toBe((await licet(['export', 'access', '--help'])).out);
});

test('the first word of a command alone says the whole command', async () => {
  const { code, out, err } = await licetProcess('export', '--application', 'ledger');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^Say licet export access\.\n\nlicet export access\n/);
});

describe('an import into an application that is not there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-import-'));
  const file = join(folder, 'pairs.tsv');
  let running: RunningLicet;
  const importing = (application: string, ...flags: string[]) =>
    licet(['import', file, '--application', application, '--data', running.dataDirectory, ...flags]);
  const names = async () => (await running.operator.applications.list()).items.map(({ name }) => name);

  beforeAll(async () => {
    writeFileSync(file, 'maya\tinvoices.refund\n');
    running = await startWithAdministrator();
  }, 120_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await running?.stop();
    if (running) removeDataDirectory(running.dataDirectory);
  });

  test('says once what to do next, and makes nothing', async () => {
    const before = await names();
    expect(await importing('ledger')).toEqual({
      code: 2,
      out: '',
      err: 'There is no application “ledger”. Make it by the same command with --create, or name one that is there with --application.\n',
    });
    const tried = await importing('ledger', '--create', '--name', 'Ledger', '--dry-run');
    expect(tried).toMatchObject({ code: 2, err: expect.stringMatching(/^The application “ledger” is not there yet/) });
    expect(await names()).toEqual(before);
  });

  test('makes it with --create, under the name that is given; where nobody can be asked, the name has to be', async () => {
    expect(await importing('ledger', '--create')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^Name the new application “ledger” with --name\./),
    });
    expect(await importing('ledger', '--create', '--name', 'Aurelia’s ledger')).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^Created 1 user, 1 permission, 1 grant\. 1 line read.*\nThe new user has no password yet/,
      ),
      err: 'The application “ledger” was made.\n',
    });
    expect(await names()).toContain('Aurelia’s ledger');
  });

  test('and takes the one that is there, when it is', async () => {
    const before = await names();
    expect(await importing('ledger', '--create', '--name', 'Another')).toMatchObject({ code: 0, err: '' });
    expect(await names()).toEqual(before);
    expect((await importing('ledger', '--name', 'Another')).err).toMatch(
      /^--name is for the application that --create/,
    );
  });
});
