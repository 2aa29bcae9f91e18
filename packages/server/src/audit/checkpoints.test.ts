import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type ChainFindings, checkpointIn } from '@licet/contract/audit-chain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretsOf } from '../identity/keys/secrets.ts';
import { createOutgoing, signatureOf } from '../outgoing/outgoing.ts';
import { checkpointJob, listCheckpoints } from '../store/audit/checkpoints.ts';
import { recordRestore } from '../store/audit/restores.ts';
import { rehash } from '../store/audit/tampering.testing.ts';
import { verifyChain } from '../store/audit/verify.ts';
import { finishJob, takeJobs } from '../store/jobs/jobs.ts';
import type { Connection } from '../store/kernel/database.ts';
import { addGroup, build, type TestStore, testStore } from '../store/store.testing.ts';
import { readOutside } from '../usecases/audit/read.ts';
import { ensureAuditKey, ownAuditKeys, rotateAuditKey, signCheckpoint, verifySignature } from './audit-keys.ts';
import { addMissing, checkpointHandler, checkpointsIn, checkpointsInBucket } from './places.ts';

let store: TestStore;
const secrets = secretsOf(Buffer.alloc(32, 7));
const issuer = 'http://localhost:4080';
const folder = mkdtempSync(join(tmpdir(), 'licet-checkpoints-'));
const parts = () => ({ database: store.database, secrets, issuer });

beforeAll(async () => {
  store = await testStore();
  await Promise.all([ensureAuditKey(parts()), ensureAuditKey(parts())]);
  for (const _ of [1, 2, 3]) {
    await build(store.database, (change) => addGroup(change));
    await signCheckpoint(parts());
  }
  await build(store.database, (change) => addGroup(change));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/**
 * Returns the result of verification after `tamper` altered the database as a superuser. Then undoes the alteration.
 */
async function after(
  tamper: (connection: Connection) => Promise<unknown>,
  outside: readonly string[] = [],
): Promise<ChainFindings> {
  const connection = await store.database.pool.connect();
  try {
    await connection.query('begin');
    await connection.query('set local session_replication_role = replica');
    await tamper(connection);
    const keys = await ownAuditKeys(connection, secrets);
    return await verifyChain({ connection }, { checkpoints: { keys, verify: verifySignature, outside } });
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}
const nothing = async () => undefined;
const newest = async () => (await store.database.pool.query('select max(no) as no from change')).rows[0].no as number;

test('signs new changes once, even when four servers sign at the same moment', async () => {
  await build(store.database, (change) => addGroup(change));
  const signed = await Promise.all([1, 2, 3, 4].map(() => signCheckpoint(parts())));
  expect(signed.filter(Boolean)).toMatchObject([{ no: await newest(), epoch: 1, iss: issuer }]);
  expect(await signCheckpoint(parts())).toBeUndefined();
  expect(await after(nothing)).toMatchObject({ broken: null, agreed: 4 });
});

describe('a superuser of the database', () => {
  /** Deletes the last changes and undoes their effects, so that the tables alone do not reveal the deletion. */
  const cutOff = (from: number) => async (connection: Connection) => {
    await connection.query('delete from change where no >= $1', [from]);
    await connection.query('delete from groups where no_from >= $1', [from]);
  };

  test('cannot delete the newest change and its rows without detection', async () => {
    const no = await newest();
    expect((await after(cutOff(no))).broken).toMatchObject({ fault: 'cut_off', no });
  });

  test('cannot delete a change and its checkpoints without detection by the external checkpoints', async () => {
    const no = await newest();
    const outside = await listCheckpoints(store.database.pool);
    const cut = async (connection: Connection) => {
      await cutOff(no)(connection);
      await connection.query('delete from audit_checkpoints where no >= $1', [no]);
    };
    expect((await after(cut)).broken).toBeNull();
    expect((await after(cut, outside)).broken).toMatchObject({ fault: 'cut_off', no });
  });

  test('cannot edit a fact and rehash the chain undetected', async () => {
    const [first] = await listCheckpoints(store.database.pool);
    const no = checkpointIn(first ?? '')?.no ?? 0;
    const found = await after(async (connection) => {
      await connection.query(`update groups set name = 'Mine' where no_from = $1`, [no]);
      await rehash(connection, no, await newest());
    });
    expect(found.broken).toMatchObject({ fault: 'rehashed', no });
  });

  test('cannot delete a checkpoint undetected', async () => {
    const { broken } = await after((it) => it.query('delete from audit_checkpoints where sequence = 2'));
    expect(broken?.fault).toBe('checkpoint_missing');
  });

  test('cannot rewrite the chain and sign it with another key undetected', async () => {
    const stranger = secretsOf(Buffer.alloc(32, 8));
    const other = await testStore();
    await ensureAuditKey({ database: other.database, secrets: stranger });
    await build(other.database, (change) => addGroup(change));
    await signCheckpoint({ database: other.database, secrets: stranger, issuer });
    const forged = await listCheckpoints(other.database.pool);
    const { rows } = await other.database.pool.query('select * from audit_keys');
    await other.close();
    const { broken } = await after(async (connection) => {
      await connection.query('delete from audit_checkpoints');
      await connection.query('insert into audit_keys values ($1, $2, $3, $4, now())', [
        rows[0].kid,
        JSON.stringify(rows[0].public_key),
        rows[0].sealed,
        rows[0].created_at,
      ]);
      await connection.query(`insert into audit_checkpoints values (1, 1, 2, $1, now())`, forged);
    });
    expect(broken?.fault).toBe('checkpoint_forged');
  });
});

test('signs with the new key after a rotation, and earlier signatures stay valid', async () => {
  const [before] = await ownAuditKeys(store.database.pool, secrets);
  await rotateAuditKey(parts(), { kind: 'operator', id: null, name: 'operator' });
  const keys = await ownAuditKeys(store.database.pool, secrets);
  expect(keys.map(({ kid }) => kid).includes(before?.kid ?? '')).toBe(true);
  expect(keys[0]?.kid).not.toBe(before?.kid);
  const retired = keys.find(({ kid }) => kid === before?.kid);
  expect(JSON.parse(secrets.open(retired?.sealed ?? Buffer.alloc(0), `audit key ${before?.kid}`))).not.toHaveProperty(
    'd',
  );
  await signCheckpoint(parts());
  expect(await after(nothing)).toMatchObject({ broken: null, agreed: 5 });
});

test('writes checkpoints to the folder, the webhook and the log, and verifies them from the folder', async () => {
  const posted: { headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    posted.push({ headers: request.headers, body });
    response.writeHead(204).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const logged: string[] = [];
  const handler = checkpointHandler({
    database: store.database,
    outgoing: createOutgoing({ allowed: [host] }),
    places: { folder, webhook: { url: `http://${host}/licet`, secret: 'x'.repeat(32) } },
    onCheckpoint: (signed) => logged.push(signed),
  });
  const all = await listCheckpoints(store.database.pool);
  for (const [index] of all.entries())
    await handler.run({ id: '', kind: '', attempt: 1, data: { sequence: index + 1 } }, AbortSignal.timeout(5000));
  server.close();
  expect(await checkpointsIn(folder)).toEqual(all);
  expect(logged).toEqual(all);
  expect(JSON.parse(posted[0]?.body ?? '')).toMatchObject({
    type: 'audit.checkpoint',
    signed: all[0],
    checkpoint: { sequence: 1 },
  });
  const { headers = {}, body = '' } = posted[0] ?? {};
  const said = { id: String(headers['webhook-id']), timestamp: String(headers['webhook-timestamp']), body };
  expect(said.id).toBe('audit-checkpoint-1');
  expect(headers['webhook-signature']).toBe(`v1,${signatureOf('x'.repeat(32), said)}`);
  expect(await after(nothing, await checkpointsIn(folder))).toMatchObject({ broken: null, agreed: all.length });
});

test('a server with a folder writes the checkpoints that a server without a folder has delivered, once each', async () => {
  const own = await testStore();
  const place = mkdtempSync(join(tmpdir(), 'licet-checkpoints-'));
  const signed = { database: own.database, secrets, issuer };
  await ensureAuditKey(signed);
  const withFolder = { database: own.database, places: { folder: place, webhook: undefined } };
  const withoutFolder = checkpointHandler({
    database: own.database,
    outgoing: createOutgoing({}),
    places: { folder: undefined, webhook: undefined },
    onCheckpoint: () => undefined,
  });
  try {
    for (const sequence of [1, 2, 3]) {
      await build(own.database, (change) => addGroup(change));
      await signCheckpoint(signed);
      // The job of the third checkpoint is still queued.
      if (sequence === 3) continue;
      const [job] = await takeJobs(own.database, [checkpointJob], 1, 60);
      if (!job) throw new Error('No delivery is queued.');
      await withoutFolder.run(job, AbortSignal.timeout(5000));
      await finishJob(own.database, job);
    }
    const both = [1, 2].map(() => addMissing(withFolder, AbortSignal.timeout(5000)));
    await Promise.all(both);
    await addMissing(withFolder, AbortSignal.timeout(5000));
    const all = await listCheckpoints(own.database.pool);
    expect(await checkpointsIn(place)).toEqual(all.slice(0, 2));

    const [job] = await takeJobs(own.database, [checkpointJob], 1, 60);
    if (!job) throw new Error('No delivery is queued.');
    const delivers = checkpointHandler({ ...withFolder, outgoing: createOutgoing({}), onCheckpoint: () => undefined });
    await delivers.run(job, AbortSignal.timeout(5000));
    await finishJob(own.database, job);
    await addMissing(withFolder, AbortSignal.timeout(5000));
    expect(await checkpointsIn(place)).toEqual(all);

    // The file for the month of the fifth checkpoint cannot be opened. The fourth checkpoint is still written only once.
    for (const _ of [4, 5]) {
      await build(own.database, (change) => addGroup(change));
      await signCheckpoint(signed);
    }
    await own.database.pool.query(`delete from jobs; update audit_checkpoints set signed = 'x' where sequence = 5`);
    const unknown = join(place, 'checkpoints-unknown.jws');
    mkdirSync(unknown);
    for (const _ of [1, 2])
      await expect(addMissing(withFolder, AbortSignal.timeout(5000))).rejects.toMatchObject({ code: 'EISDIR' });
    rmSync(unknown, { recursive: true });
    const [fourth] = (await listCheckpoints(own.database.pool)).slice(3);
    expect(await checkpointsIn(place)).toEqual([...all, fourth]);
  } finally {
    await own.close();
    rmSync(place, { recursive: true });
  }
});

test('a torn checkpoint is written again on its own line, and verification skips the torn part', async () => {
  const own = await testStore();
  const place = mkdtempSync(join(tmpdir(), 'licet-checkpoints-'));
  const signed = { database: own.database, secrets, issuer };
  try {
    await ensureAuditKey(signed);
    await build(own.database, (change) => addGroup(change));
    await signCheckpoint(signed);
    const [checkpoint = ''] = await listCheckpoints(own.database.pool);
    const torn = checkpoint.slice(0, -40);
    const file = join(place, `checkpoints-${checkpointIn(checkpoint)?.at.slice(0, 7)}.jws`);
    writeFileSync(file, torn);
    const delivers = checkpointHandler({
      database: own.database,
      places: { folder: place, webhook: undefined },
      outgoing: createOutgoing({}),
      onCheckpoint: () => undefined,
    });
    const [job] = await takeJobs(own.database, [checkpointJob], 1, 60);
    if (!job) throw new Error('No delivery is queued.');
    await delivers.run(job, AbortSignal.timeout(5000));
    expect(readFileSync(file, 'utf8')).toBe(`${torn}\n${checkpoint}\n`);

    const connection = await own.database.pool.connect();
    try {
      const keys = await ownAuditKeys(connection, secrets);
      const brokenWith = async (outside: readonly string[]) =>
        (await verifyChain({ connection }, { checkpoints: { keys, verify: verifySignature, outside } })).broken;
      expect(await brokenWith(await checkpointsIn(place))).toBeNull();
      expect(await brokenWith([`${torn}x`])).not.toBeNull();
    } finally {
      connection.release();
    }
  } finally {
    await own.close();
    rmSync(place, { recursive: true });
  }
});

test('lets other requests run while it verifies many external checkpoints', async () => {
  const [signed = ''] = await checkpointsIn(folder);
  const [header, payload = '', signature] = signed.split('.');
  const content = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const outside = Array.from({ length: 300 }, (_, n) => {
    const other = Buffer.from(JSON.stringify({ ...content, sequence: 1000 + n })).toString('base64url');
    return [header, other, signature].join('.');
  });
  const rounds = new Set<number>();
  let round = 0;
  const timer = setInterval(() => (round += 1), 0);
  const verify = () => {
    for (const begun = performance.now(); performance.now() < begun + 1; );
    rounds.add(round);
    return true;
  };
  const connection = await store.database.pool.connect();
  try {
    const keys = await ownAuditKeys(connection, secrets);
    await verifyChain({ connection }, { checkpoints: { keys, verify, outside } });
  } finally {
    clearInterval(timer);
    connection.release();
  }
  expect(rounds.size).toBeGreaterThan(5);
});

test('reports an unreadable checkpoint folder, and treats a missing folder as empty', async () => {
  const file = join(folder, 'no-folder');
  writeFileSync(file, '');
  const outside = readOutside({ outsideCheckpoints: () => checkpointsIn(file) });
  await expect(outside).rejects.toMatchObject({
    problem: { code: 'unavailable', detail: expect.stringMatching(/LICET_AUDIT_FOLDER\) cannot be read \(ENOTDIR\)/) },
  });
  expect(await readOutside({ outsideCheckpoints: () => checkpointsIn(join(folder, 'not yet')) })).toEqual([]);
});

test('after a recorded restore, the lost changes do not count as a truncated chain', async () => {
  await build(store.database, (change) => addGroup(change));
  await signCheckpoint(parts());
  const outside = await listCheckpoints(store.database.pool);
  const no = await newest();
  // Restores an earlier state, like a backup.
  await store.database.pool.query(
    `begin; set local session_replication_role = replica; delete from change where no = ${no}; delete from groups where no_from = ${no};
     delete from audit_checkpoints where no = ${no}; commit`,
  );
  expect((await after(nothing, outside)).broken).toMatchObject({ fault: 'cut_off', no });
  const restored = await recordRestore(store.database, { madeAt: '2026-11-22T12:00:00.000000Z' });
  expect(restored).toEqual({ epoch: 2, no });
  expect(await signCheckpoint(parts())).toMatchObject({ epoch: 2, no });
  expect(await after(nothing, outside)).toMatchObject({ broken: null, epoch: 2, restoredAway: 1 });
});

describe('reading a bucket of checkpoints', () => {
  let sent = 0;
  /** An object store that sends an endless object under the name of a checkpoint. */
  const store = createServer((request, response) => {
    if (request.url?.includes('list-type=2')) {
      response.setHeader('content-type', 'application/xml');
      response.end(`<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>audit</Name><KeyCount>1</KeyCount><IsTruncated>false</IsTruncated>
      <Contents><Key>licet/2026-11/000000000001-0123abcd.jws</Key><Size>300</Size></Contents></ListBucketResult>`);
      return;
    }
    const piece = Buffer.alloc(64 * 1024, 'a');
    Readable.from(
      (function* () {
        for (; sent < 256 * 1024 * 1024; sent += piece.length) yield piece;
      })(),
    ).pipe(response);
  });
  beforeAll(async () => {
    store.listen(0, '127.0.0.1');
    await once(store, 'listening');
  });
  afterAll(() => {
    store.closeAllConnections();
    store.close();
  });

  test('stops at an oversized object under a checkpoint’s name', async () => {
    const { port } = store.address() as AddressInfo;
    const settings = {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      pathStyle: true,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    };
    await expect(checkpointsInBucket('s3://audit/licet', settings)).rejects.toMatchObject({
      code: 'no_checkpoint',
      message: expect.stringContaining('s3://audit/licet/2026-11/000000000001-0123abcd.jws'),
    });
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});
