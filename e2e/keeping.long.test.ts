import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BackupSecret, type TableCount, verify } from '@licet/server/keeping';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDebianPostgres } from '../scripts/debian-postgres.ts';
import { licetBin } from './command-line.ts';
import { endAll } from './end-all.ts';
import { type RunningLicet, startLicet } from './licet.ts';
import { startSample } from './made-once.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-keeping-long-'));
const key = Buffer.alloc(32, 3);
const keyFile = join(folder, 'backup.key');
const secret: BackupSecret = { kind: 'key', key };
const external = startDebianPostgres();
const rows = Number(process.env.LICET_BACKUP_ROWS ?? 1_000_000);
let running: RunningLicet;

beforeAll(async () => {
  chmodSync(folder, 0o711); // The database may run as another user, who needs access to the folder.
  writeFileSync(keyFile, key.toString('base64'), { mode: 0o600 });
  ({ licet: running } = await startSample('requests'));
});
afterAll(() => endAll(running, external, folder));

async function backup(of: RunningLicet, name: string): Promise<string> {
  const file = join(folder, name);
  const { body } = await of.operator.operator.backup({ body: { key: key.toString('base64') } });
  if (!body) throw new Error('There is no backup.');
  await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(file));
  return file;
}

/** Restores with the command line as a separate process. Returns the peak memory in MB. */
async function restore(file: string, data: string, environment: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(process.execPath, [licetBin, 'restore', file, '--key', keyFile, '--data', data], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const most = watchMemory(child.pid ?? 0);
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  return most();
}

/** Samples the resident memory of a process. The returned function returns the peak in MB. */
function watchMemory(pid: number): () => number {
  let most = 0;
  const look = () => {
    try {
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      most = Math.max(most, Number(kilobytes ?? 0) / 1024);
    } catch {
      // The process has ended.
    }
  };
  look();
  const looking = setInterval(look, 50);
  return () => {
    clearInterval(looking);
    return most;
  };
}

/** Tables that differ after a restore, because a restore discards their rows or a start writes new rows. */
const moves =
  /^(migration|change|audit_.*|cut_offs|jobs|mails|sessions|oidc_records|.*_links|upstream_.*|permission_lists|sign_in_steps|setup_codes|set_up_windows|totp_offers|passkey_challenges|dpop_proofs|invitation_round.*|last_sign_ins)$/;
const staying = (tables: readonly TableCount[]) => tables.filter(({ name }) => !moves.test(name));

test('moving from the embedded database to PostgreSQL 15 and back keeps every table identical', {
  skip: external === undefined,
}, async () => {
  const first = await backup(running, 'first.backup');
  const licetKey = readFileSync(join(running.dataDirectory, 'licet.key'), 'utf8').trim();
  // Keeps the address, because Licet would otherwise change the addresses of the console's client.
  const kept = { LICET_ENCRYPTION_KEY: licetKey, LICET_ISSUER: running.url };
  const environment = { ...kept, DATABASE_URL: external?.url ?? '' };
  await restore(first, join(folder, 'elsewhere'), environment);
  const elsewhere = await startLicet({ dataDirectory: join(folder, 'elsewhere'), environment });
  const second = await backup(elsewhere, 'second.backup');
  expect(await elsewhere.operator.audit.verify()).toMatchObject({ whole: true });
  await elsewhere.stop();

  const data = join(folder, 'back');
  await restore(second, data, kept);
  const back = await startLicet({ dataDirectory: data, environment: kept });
  const third = await backup(back, 'third.backup');
  expect(await back.operator.audit.verify()).toMatchObject({ whole: true });
  await back.stop();

  const [here, there, again] = await Promise.all([first, second, third].map((file) => verify(file, secret)));
  expect(there?.header.postgres).toMatch(/^15\./);
  expect(again?.header.postgres).toMatch(/^18\./);
  expect(staying(here?.tables ?? []).length).toBeGreaterThan(20);
  expect(staying(there?.tables ?? [])).toEqual(staying(here?.tables ?? []));
  expect(staying(again?.tables ?? [])).toEqual(staying(here?.tables ?? []));
});

test('backup and restore need no more memory for a million rows than for a quarter of them', async () => {
  const more = (count: number) =>
    running.inDatabase(
      `insert into sign_ins (id, at, user_id, outcome, address, agent)
       select gen_random_uuid(), now(), (select gen_random_uuid()), 'signed_in', '192.0.2.' || n % 250, md5(n::text) || md5((n + 1)::text) from generate_series(1, $1::int) n`,
      [count],
    );
  const measured = async (name: string) => {
    const most = watchMemory(running.pid);
    const file = await backup(running, `${name}.backup`);
    return { file, backup: most(), restore: await restore(file, join(folder, name)) };
  };
  // Starts with a quarter of the rows, because an empty restore would not fill the buffers of the process.
  await more(rows / 4);
  const few = await measured('few');
  await more((rows / 4) * 3);
  const many = await measured('many');
  console.log('MB', few, many, 'bytes', statSync(many.file).size);
  const { tables } = await verify(many.file, secret);
  expect(tables.find(({ name }) => name === 'sign_ins')?.rows).toBeGreaterThanOrEqual(rows);
  expect(many.backup - few.backup).toBeLessThan(64);
  expect(many.restore - few.restore).toBeLessThan(64);
});
