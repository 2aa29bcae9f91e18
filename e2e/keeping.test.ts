import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fenced } from '../scripts/examples.ts';
import { freePort } from '../scripts/free-port.ts';
import { licet, licetBin } from './command-line.ts';
import { endAll } from './end-all.ts';
import { compileCache, type RunningLicet, startLicet } from './licet.ts';
import { startSample } from './made-once.ts';

const page = fileURLToPath(new URL('../docs/operations/keeping.md', import.meta.url));
let running: RunningLicet;
const folder = mkdtempSync(join(tmpdir(), 'licet-keeping-'));
const key = join(folder, 'backup.key');
const file = join(folder, 'whole.backup');
/** The environment without the variables of the tests, which a restore would report as misspelt settings. */
const here = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('LICET_')));
const restore = (data: string, more: NodeJS.ProcessEnv = {}) =>
  licet(['restore', file, '--key', key, '--data', data], { ...here, ...more });

beforeAll(async () => {
  chmodSync(folder, 0o711); // The database may run as another user, who needs access to the folder.
  ({ licet: running } = await startSample('requests'));
  writeFileSync(key, Buffer.alloc(32, 3).toString('base64'), { mode: 0o600 });
  const said = await licet(['backup', file, '--key', key, '--data', running.dataDirectory]);
  expect(said).toMatchObject({ code: 0, err: '' });
  expect(said.out).toMatch(/ is a backup of \d{4}-\S+ \S+ UTC, change \d+: \d+ tables, [\d,]+ rows, of Licet /);
});
afterAll(() => endAll(running, folder));

/** Runs a block of the page unchanged. */
function run(code: string, environment: NodeJS.ProcessEnv): Promise<{ code: number; out: string }> {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'licet'), `#!/bin/sh\nexec '${process.execPath}' '${licetBin}' "$@"\n`, { mode: 0o755 });
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: compileCache,
    LICET_LOG_LEVEL: 'warn',
    ...environment,
  };
  return new Promise((resolve) =>
    execFile('sh', ['-ec', code], { cwd: folder, env, timeout: 300_000 }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out: out + err }),
    ),
  );
}

test('every step of the restore drill works as documented', async () => {
  const text = readFileSync(page, 'utf8');
  const [drill] = fenced(page, text.slice(text.indexOf('## The drill')));
  const port = await freePort();
  const code = (drill?.code ?? '').replaceAll('4081', String(port));
  const { code: exit, out } = await run(code, { LICET_DATA: running.dataDirectory });
  expect(out).toMatch(/^Restored \d{4}-.+\nAll users must sign in again: \d+ sessions? ended/m);
  expect(out).toContain('The encryption key of the data is here.');
  expect(out).toMatch(/^ok +Audit chain +intact, [\d,]+ changes?$/m);
  expect([exit, out.includes('FAULT')]).toEqual([0, false]);
  expect([existsSync(join(folder, 'drill')), existsSync(join(folder, 'drill.backup'))]).toEqual([false, false]);

  const failing = code.replace('licet doctor', 'licet nonsense');
  const failed = await run(failing, { LICET_DATA: running.dataDirectory });
  expect([failed.code, failed.out]).toEqual([2, expect.stringContaining('There is no command “nonsense”.')]);
  await expect(fetch(`http://localhost:${port}/readyz`)).rejects.toThrow();
  expect([existsSync(join(folder, 'drill')), existsSync(join(folder, 'drill.backup'))]).toEqual([false, false]);
});

describe('a restore', () => {
  test('can be repeated after it was killed', async () => {
    const data = join(folder, 'killed');
    const bytes = readFileSync(file);
    const child = spawn(process.execPath, [licetBin, 'restore', '-', '--key', key, '--data', data], {
      env: here,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    child.stdin.on('error', () => undefined);
    child.stdin.write(bytes.subarray(0, -1)); // Holds back the last byte, so that the restore has almost everything but cannot finish.
    await vi.waitFor(
      () => expect(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8')).toContain('ready'),
      20_000,
    );
    await pause(1500);
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const again = await restore(data);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toMatch(
      /The encryption key of the data is missing here\. Before you start Licet, copy the licet\.key/,
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const third = await restore(data);
    expect(third).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^The database is not empty: it has “/),
    });
  });

  test('without the encryption key is complete, but Licet refuses to start with a new key', async () => {
    const data = join(folder, 'without-key');
    expect((await restore(data)).code).toBe(0);
    await expect(startLicet({ dataDirectory: data })).rejects.toThrow(
      /are encrypted with a key that is not here\. Put the/,
    );
    expect(existsSync(join(data, 'licet.key'))).toBe(false);
  });

  test('is refused into a directory with the key of another Licet, and into that of a running server', async () => {
    const data = mkdtempSync(join(folder, 'other-'));
    writeFileSync(join(data, 'licet.key'), Buffer.alloc(32, 1).toString('base64'), { mode: 0o600 });
    const other = await restore(data);
    expect(other).toMatchObject({ code: 2, err: expect.stringMatching(/^The encryption key here is not the one/) });
    const used = await restore(running.dataDirectory);
    expect(used).toMatchObject({ code: 2, err: expect.stringMatching(/is running on the data directory/) });
  });

  test('reads the settings of the server from a file', async () => {
    const [data, settings] = [join(folder, 'by-settings'), join(folder, 'licet.env')];
    const other = Buffer.alloc(32, 1).toString('base64');
    const restoreWith = (name: string) =>
      licet(['restore', file, '--key', key, '--settings', name, '--data', data], here);
    writeFileSync(settings, `LICET_ENCRYPTION_KEY=${other}\n`);
    expect((await restoreWith(settings)).err).toMatch(/^The encryption key here is not the one/);
    const own = readFileSync(join(running.dataDirectory, 'licet.key'), 'utf8').trim();
    // Other settings may need one that only a drop-in of the service sets.
    const others = 'LICET_BACKUP_KEEP=7\nLICET_TLS_CERTIFICATE=/etc/licet/tls.pem\n';
    writeFileSync(settings, `LICET_ENCRYPTION_KEY=${own}\n${others}`);
    const root = process.getuid?.() === 0;
    expect((await restoreWith(settings)).out).toContain(
      `The encryption key of the data is here. ${root ? `${data} belongs to root. Move it to the data directory of the service, give it to the service's user with “chown -R” (systemd does that at the start), and start the service, for example with “systemctl start licet”.` : 'Start Licet with “licet start”.'}`,
    );
    expect(await restoreWith(join(folder, 'nowhere.env'))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/nowhere\.env cannot be read \(ENOENT\)\. Look at the path and its owner\.\n$/),
    });
  });

  test('says why it cannot connect to the database', async () => {
    expect(await restore(join(folder, 'away'), { LICET_DATABASE_URL: 'postgres://licet@127.0.0.1:9/licet' })).toEqual({
      code: 2,
      out: '',
      err: 'Nothing was restored. Licet cannot connect to the database: nothing listens at its address. Check LICET_DATABASE_URL, and that PostgreSQL runs there, then try again.\n',
    });
  });

  test('is refused if the name of a setting is misspelt', async () => {
    const data = join(folder, 'misspelt');
    expect(await restore(data, { LICET_DATABSE_URL: 'postgres://db.example/licet' })).toEqual({
      code: 2,
      out: '',
      err: 'Nothing was restored.\nLICET_DATABSE_URL is no setting of Licet, and does nothing. Did you mean LICET_DATABASE_URL?\nCorrect or remove it, then restore again.\n',
    });
    expect(existsSync(data)).toBe(false);
  });
});

test('licet backup rejects invalid arguments and leaves no file behind', async () => {
  const backup = (...args: string[]) => licet(['backup', ...args, '--data', running.dataDirectory]);
  expect(await backup(file, '--key', key)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/already exists and is not overwritten/),
  });
  expect(await backup(join(folder, 'new'))).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^Name one: --key, a file/),
  });
  const open = join(folder, 'open.key');
  writeFileSync(open, readFileSync(key), { mode: 0o644 });
  expect(await backup(join(folder, 'new'), '--key', open)).toMatchObject({
    code: 2,
    err: `Others can read the key file ${open}. Run: chmod 600 ${open}\n`,
  });
  const cut = join(folder, 'cut.backup');
  writeFileSync(cut, readFileSync(file).subarray(0, -7));
  expect(await licet(['backup', 'verify', cut, '--key', key])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^The backup is damaged at chunk/),
  });
  expect(await licet(['backup', 'verify', key, '--key', key])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^This is no backup of Licet/),
  });
});
