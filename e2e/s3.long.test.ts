import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { abandonOld } from '../packages/server/src/backup/place.ts';
import { openBucket } from '../packages/server/src/s3/bucket.ts';
import { fenced } from '../scripts/examples.ts';
import { freePort } from '../scripts/free-port.ts';
import { type S3Gateway, startS3Gateway } from '../scripts/s3-gateway.ts';
import { licet, licetBin } from './command-line.ts';
import { endAll } from './end-all.ts';
import { compileCache, type RunningLicet, startLicet } from './licet.ts';
import { copySample } from './made-once.ts';

// Tests backups and checkpoints in a real object store.
const page = fileURLToPath(new URL('../docs/operations/keeping.md', import.meta.url));
const secret = 'a-secret-of-the-tests-that-nobody-prints';
const store = await startS3Gateway(['backups'], { id: 'licet', secret });
if (!store) console.log('Skipped object stores: there is no Versity S3 gateway here, and no Go to build it with.');
const { endpoint, data } = store ?? ({ endpoint: '', data: '' } satisfies Partial<S3Gateway>);
const rows = Number(process.env.LICET_BACKUP_ROWS ?? 1_000_000);

const folder = mkdtempSync(join(tmpdir(), 'licet-s3-keeping-'));
const key = join(folder, 'backup.key');
const reach = {
  LICET_S3_ENDPOINT: endpoint,
  LICET_S3_ACCESS_KEY_ID: 'licet',
  LICET_S3_SECRET_ACCESS_KEY: secret,
};
const here = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE: compileCache };
const command = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
  licet(args, { ...here, ...reach, ...environment });
const objects = (place: string) =>
  existsSync(join(data, place)) ? readdirSync(join(data, place)).filter((name) => !name.startsWith('.')) : [];
let running: RunningLicet;
let metrics = 0;

beforeAll(async () => {
  if (!store) return;
  chmodSync(folder, 0o711); // The database may run as another user, who needs access to the folder.
  writeFileSync(key, Buffer.alloc(32, 3).toString('base64'), { mode: 0o600 });
  mkdirSync(join(data, 'backups', 'own', 'deeper'), { recursive: true });
  for (const name of [...strangers, ...old]) writeFileSync(join(data, 'backups', 'own', name), 'x');
  const { dataDirectory } = await copySample('requests');
  metrics = await freePort();
  const environment = {
    ...reach,
    LICET_BACKUP_FOLDER: 's3://backups/own',
    LICET_BACKUP_KEY_FILE: key,
    LICET_BACKUP_KEEP: '2',
    LICET_AUDIT_FOLDER: 's3://backups/audit/',
    LICET_METRICS_PORT: String(metrics),
    LICET_LOG_LEVEL: 'info',
  };
  running = await startLicet({ dataDirectory, environment });
});
afterAll(() => endAll(running, store, folder));

const old = [1, 2, 3].map((day) => `licet-2020-01-0${day}T000000Z-${day}-0123abcd.backup`);
const strangers = ['notes.txt', 'licet.backup', join('deeper', 'licet-2020-01-01T000000Z-1-0123abcd.backup')];

describe.skipIf(!store)('in an object store', () => {
  test('a scheduled backup deletes the server’s oldest backups, and leaves other objects', async () => {
    const own = () => objects('backups/own').filter((name) => /^licet-\d.*\.backup$/.test(name));
    await until(() => own().length === 2);
    expect(own()).toEqual([old[2], expect.stringMatching(/^licet-20(?!20)/)]);
    for (const name of strangers) expect(existsSync(join(data, 'backups', 'own', name))).toBe(true);
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    expect(text).toContain('licet_backup_folder_usable 1');
    expect(text).toContain('licet_checkpoint_folder_usable 1');
    expect(Number(/^licet_backup_age_seconds (.+)$/m.exec(text)?.[1])).toBeLessThan(1e9);
  });

  test('the documented commands make, list, verify and restore a backup, and the restored server is valid', async () => {
    const text = readFileSync(page, 'utf8');
    const [settings, kept, restored] = fenced(page, text.slice(text.indexOf('### To an object store')));
    const code = [settings, kept, restored].map((block) => block?.code ?? '').join('\n');
    expect(code.match(/^licet /gm)).toHaveLength(4);
    const said = await run(code.replace('https://s3.example.org', endpoint).replace('the-secret', secret), {
      LICET_DATA: running.dataDirectory,
    });
    expect(said.out).toMatch(/s3:\/\/backups\/licet\/licet-\S+\.backup is a backup of \d{4}/);
    expect(said.out).toMatch(/^\d{4}-\S+Z {2}s3:\/\/backups\/licet\/licet-\S+\.backup$/m);
    expect(said.out).toMatch(/\.backup is whole: a backup of/);
    expect(said.out).toMatch(/^Restored \d{4}/m);
    expect(said.code).toBe(0);
    const restoredTo = join(folder, 'restored');
    writeFileSync(join(restoredTo, 'licet.key'), readFileSync(join(running.dataDirectory, 'licet.key')), {
      mode: 0o600,
    });
    const elsewhere = await startLicet({ dataDirectory: restoredTo });
    expect(await elsewhere.operator.audit.verify()).toMatchObject({ whole: true });
    await elsewhere.stop();
  });

  test('checkpoints are stored as objects, and the audit chain is verified against them, online and offline', async () => {
    await until(() => objects('backups/audit').length > 0);
    const [month = ''] = objects('backups/audit');
    const [name = ''] = objects(`backups/audit/${month}`);
    expect([month, name]).toEqual([
      expect.stringMatching(/^\d{4}-\d\d$/),
      expect.stringMatching(/^\d{12}-[0-9a-f]{8}\.jws$/),
    ]);
    const at = ['--data', running.dataDirectory];
    const said = await command(['audit', 'verify', ...at]);
    expect(said).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The chain is intact.*\n(.*\n)?[1-9]\d* signed checkpoints? match/),
    });
    const [file, keys] = [join(folder, 'audit.ndjson'), join(folder, 'audit-keys.json')];
    writeFileSync(file, (await command(['audit', 'export', ...at])).out);
    writeFileSync(keys, (await command(['audit', 'keys', ...at])).out);
    const outside = ['audit', 'verify', '--file', file, '--keys', keys, '--checkpoints', 's3://backups/audit'];
    expect(await command(outside)).toMatchObject({ code: 0, err: '' });

    // Changes a signature in the store. Each verification must detect the change.
    const path = join(data, 'backups', 'audit', month, name);
    const signed = readFileSync(path, 'utf8');
    writeFileSync(path, `${signed.slice(0, 60)}${signed[60] === 'A' ? 'B' : 'A'}${signed.slice(61)}`);
    expect(await command(outside)).toMatchObject({ code: 1, out: expect.stringMatching(/^BROKEN/) });
    expect(await command(['audit', 'verify', ...at])).toMatchObject({ code: 1, out: expect.stringMatching(/^BROKEN/) });
    writeFileSync(path, signed);
    expect(await command(['audit', 'verify', ...at])).toMatchObject({ code: 0 });
  });

  test('commands that fail explain why, without any secret', async () => {
    const list = (place: string, environment: NodeJS.ProcessEnv = {}) =>
      command(['backup', 'list', place], environment);
    const place = 's3://backups/licet';
    const guest = { LICET_S3_ACCESS_KEY_ID: 'guest', LICET_S3_SECRET_ACCESS_KEY: `${secret}-of-a-guest` };
    store?.addUser({ id: guest.LICET_S3_ACCESS_KEY_ID, secret: guest.LICET_S3_SECRET_ACCESS_KEY });
    const backupTo = (name: string) => ['backup', `s3://backups/${name}.backup`, '--key', key];
    const cases: [() => ReturnType<typeof command>, RegExp][] = [
      [() => list('s3://nowhere/licet'), /^s3:\/\/nowhere\/licet cannot be used: the bucket does not exist\./],
      [() => list(place, { LICET_S3_SECRET_ACCESS_KEY: `${secret}x` }), /the store does not know the credentials/],
      [() => list(place, { LICET_S3_ACCESS_KEY_ID: 'nobody' }), /the store does not know the credentials/],
      [() => list(place, guest), /the credentials do not permit this\. Permit them to list the bucket/],
      [
        () => command([...backupTo('guest'), '--data', running.dataDirectory], guest),
        /the credentials do not permit this/,
      ],
      [() => list(place, { LICET_S3_ENDPOINT: 'http://127.0.0.1:1' }), /the store does not answer \(ECONNREFUSED\)/],
      [() => list('s3://Backups!'), /must be an address such as s3:\/\/bucket/],
      [
        () => command(['restore', 's3://backups/empty', '--key', key, '--data', join(folder, 'no')]),
        /^There is no backup at s3:/,
      ],
      [() => command(['backup', 'verify', 's3://backups/no.backup', '--key', key]), /the object does not exist/],
    ];
    for (const [asked, says] of cases) {
      const said = await asked();
      expect(said).toMatchObject({ code: 2, out: '', err: expect.stringMatching(says) });
      expect(said.err).not.toContain(secret);
    }
    const named = [...backupTo('named'), '--data', running.dataDirectory];
    expect((await command(named)).code).toBe(0);
    expect(await command(named)).toMatchObject({ code: 2, err: expect.stringMatching(/already exists/) });
    expect(running.output()).not.toContain(secret);
    const bundle = join(folder, 'bundle.json');
    expect((await command(['support', bundle, '--data', running.dataDirectory])).out).not.toContain(secret);
    expect(readFileSync(bundle, 'utf8')).toContain('"LICET_S3_SECRET_ACCESS_KEY": "set; withheld"');
    expect(readFileSync(bundle, 'utf8')).not.toContain(secret);
  });

  describe.skipIf(!existsSync('/usr/bin/faketime'))('with a clock that is wrong by hours', () => {
    const hoursOff = async (environment: NodeJS.ProcessEnv) => {
      const args = ['-f', '+3h', process.execPath, licetBin, 'backup', 'list', 's3://backups/licet'];
      const env = { ...here, ...reach, ...environment };
      const child = spawn('/usr/bin/faketime', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const [out, err, [code]] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'exit')]);
      return { out, err, code };
    };

    test('a backup succeeds with the time that the store reports', async () => {
      const said = await hoursOff({});
      expect(said).toMatchObject({ code: 0, out: expect.stringMatching(/s3:\/\/backups\/licet\/licet-\S+\.backup$/m) });
    });

    test('a backup fails and blames the clock if the store reports no time', async () => {
      const between = await withoutDate(endpoint);
      try {
        const said = await hoursOff({ LICET_S3_ENDPOINT: between.endpoint });
        const says = /the clock of this machine differs from that of the store\. Set it by NTP, then try again\./;
        expect(said).toMatchObject({ code: 2, out: '', err: expect.stringMatching(says) });
      } finally {
        between.close();
      }
    });
  });

  test('a backup killed during the upload leaves no object, and its uploaded parts are removed', async () => {
    await more(rows / 4);
    const few = await memoryOf('s3://backups/few');
    await more((rows / 4) * 3);
    const sent = join(data, 'backups', '.sgwtmp', 'multipart');
    const child = uploading('s3://backups/killed');
    await until(() => readdirSync(sent, { recursive: true, withFileTypes: true }).some((file) => file.isFile()));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await command(['backup', 'list', 's3://backups/killed'])).toMatchObject({
      out: expect.stringMatching(/^There is no backup/),
    });
    expect(objects('backups/killed')).toEqual([]);
    const credentials = { accessKeyId: 'licet', secretAccessKey: secret };
    const bucket = await openBucket('s3://backups/killed', {
      endpoint,
      region: 'us-east-1',
      pathStyle: true,
      credentials,
    });
    expect(await bucket.uploads()).toHaveLength(1);
    await abandonOld(bucket); // Keeps uploads of the last day, which may still be running.
    expect(await bucket.uploads()).toHaveLength(1);
    await abandonOld(bucket, -60);
    expect(await bucket.uploads()).toEqual([]);

    const many = await memoryOf('s3://backups/many');
    console.log('MB of memory', few, many);
    const [grown, larger] = [many.most - few.most, (many.bytes - few.bytes) / 1_000_000];
    expect(larger).toBeGreaterThan(100);
    // The limit is half of the growth of the backup, which is generous. The measured memory varies by 30 MB in both
    // directions, depending on garbage collection.
    expect(grown, 'MB of memory for the rest of the rows').toBeLessThan(larger / 2);
  });

  test('a server killed during the upload leaves no backup, and the doctor reports an unreachable store', async () => {
    const sent = join(data, 'backups', '.sgwtmp', 'multipart');
    const parts = () =>
      readdirSync(sent, { recursive: true, withFileTypes: true }).filter((file) => file.isFile()).length;
    const before = parts();
    const child = uploading('s3://backups/broken');
    const stderr = textOf(child.stderr);
    await until(() => parts() > before);
    await running.kill();
    const [code] = await once(child, 'exit');
    expect([code, await stderr]).toEqual([2, expect.stringMatching(/The server stopped in the middle of the backup/)]);
    expect([objects('backups/broken'), parts()]).toEqual([[], before]);

    const environment = {
      ...reach,
      LICET_BACKUP_FOLDER: 's3://backups/own',
      LICET_BACKUP_KEY_FILE: key,
      LICET_AUDIT_FOLDER: 's3://backups/audit',
    };
    running = await startLicet({ dataDirectory: running.dataDirectory, environment });
    await store?.stop();
    const verified = await command(['audit', 'verify', '--data', running.dataDirectory]);
    expect(verified).toMatchObject({
      code: 2,
      err: expect.stringMatching(/cannot be read \(endpoint_away\), so the chain was not verified/),
    });
    expect(running.output()).toContain('the store does not answer');
    await pause(31_000); // The server checks the store every 30 seconds.
    const found = await command(['doctor', '--data', running.dataDirectory]);
    expect(found.code).not.toBe(0);
    expect(found.out).toMatch(/Backups +the folder for backups cannot be used \(endpoint_away\)/);
    expect(found.out).toMatch(/Check LICET_S3_ENDPOINT/);
  });
});

const more = (count: number) =>
  running.inDatabase(
    `insert into sign_ins (id, at, user_id, outcome, address, agent)
     select gen_random_uuid(), now(), (select gen_random_uuid()), 'signed_in', '192.0.2.' || n % 250,
       encode(sha512(uuid_send(gen_random_uuid())) || sha512(uuid_send(gen_random_uuid())), 'hex') from generate_series(1, $1::int) n`,
    [count],
  );

const uploading = (place: string) =>
  spawn(process.execPath, [licetBin, 'backup', place, '--key', key, '--data', running.dataDirectory], {
    env: { ...here, ...reach },
    stdio: ['ignore', 'ignore', 'pipe'],
  });

/** Returns the peak memory of a backup in MB, and the size of the backup in bytes. */
async function memoryOf(place: string): Promise<{ readonly most: number; readonly bytes: number }> {
  const child = uploading(place);
  let most = 0;
  const look = setInterval(() => {
    const status = existsSync(`/proc/${child.pid}/status`) ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : '';
    most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, 50);
  const [code] = await once(child, 'exit');
  clearInterval(look);
  expect(code).toBe(0);
  const under = place.slice('s3://'.length);
  const [name = ''] = objects(under);
  return { most, bytes: readFileSync(join(data, under, name)).length };
}

/** Starts a proxy to the store that removes the date from responses, as some stores do. */
async function withoutDate(to: string): Promise<{ readonly endpoint: string; close(): void }> {
  const server = createServer(({ url, method, headers }, response) => {
    response.sendDate = false;
    request(`${to}${url}`, { method, headers }, async (answer) => {
      const { date: _, ...others } = answer.headers;
      delete others['content-length'];
      const body = await textOf(answer);
      response.writeHead(answer.statusCode ?? 502, others).end(body.replace(/<ServerTime>.*<\/ServerTime>/, ''));
    }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

/** Runs blocks of the page unchanged. */
function run(code: string, environment: NodeJS.ProcessEnv): Promise<{ code: number; out: string }> {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'licet'), `#!/bin/sh\nexec '${process.execPath}' '${licetBin}' "$@"\n`, { mode: 0o755 });
  const env = { ...here, PATH: `${bin}:${process.env.PATH}`, ...environment };
  return new Promise((resolve) =>
    execFile('bash', ['-ec', code], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out: out + err }),
    ),
  );
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await pause(10)) if (holds()) return;
  throw new Error(`The expected state was not reached: ${running.output()}`);
}
