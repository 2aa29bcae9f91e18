import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureAuditKey, signCheckpoint } from '../../audit/audit-keys.ts';
import { checkpointHandler, checkpointsIn } from '../../audit/places.ts';
import { createOutgoing } from '../../outgoing/outgoing.ts';
import { checkpointJob } from '../../store/audit/checkpoints.ts';
import { recordRestore } from '../../store/audit/restores.ts';
import { asSuperuser, rehash } from '../../store/audit/tampering.testing.ts';
import { finishJob, takeJobs } from '../../store/jobs/jobs.ts';
import { issuer, operator, secrets, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let folder: string;
let sentElsewhere: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'licet-put-back-'));
  sentElsewhere = [];
  licet = await testLicet({ outsideCheckpoints: () => checkpointsIn(folder) });
  await ensureAuditKey({ database: licet.database, secrets });
  await change();
  await change();
});
afterEach(async () => {
  await licet.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes a change, signs its checkpoint and delivers it to the folder. */
async function change(work: () => Promise<unknown> = () => licet.build(async () => undefined)): Promise<void> {
  await work();
  await signCheckpoint({ database: licet.database, secrets, issuer });
  await deliver();
}

async function deliver(): Promise<void> {
  const { run } = checkpointHandler({
    database: licet.database,
    outgoing: createOutgoing({}),
    places: { folder, webhook: undefined },
    onCheckpoint: (signed) => sentElsewhere.push(signed),
  });
  for (const job of await takeJobs(licet.database, [checkpointJob], 10, 60)) {
    await run(job, AbortSignal.timeout(5000));
    await finishJob(licet.database, job);
  }
}

const newest = async () =>
  (await licet.database.pool.query<{ no: number }>('select max(no) as no from change')).rows[0]?.no ?? 0;
const verify = () => licet.call('audit.verify', licet.admin);
const putBack = (body: object = {}) => licet.call('operator.putBack', operator, { body });

/** Returns the database to its state after a change, as putting back the old files does. */
const returnTo = (no: number) =>
  asSuperuser(
    licet.database,
    async (connection) => {
      await connection.query('delete from audit_checkpoints where no > $1', [no]);
      await connection.query('delete from change where no > $1', [no]);
    },
    true,
  );

/** Simulates a restore of a current backup: makes two changes in the restored database, then puts the old database back. */
async function restoreAndPutBack(): Promise<number> {
  const no = await newest();
  await change(() => recordRestore(licet.database, { madeAt: '2026-11-28T12:00:00.000000Z' }));
  await change();
  await returnTo(no);
  return no;
}

test('putting back a database after a restore is recorded, and its chain is whole again', async () => {
  const no = await restoreAndPutBack();
  await change();
  expect(await verify()).toMatchObject({ whole: false, fault: 'rehashed', firstBroken: no + 1 });

  const found = await putBack();
  expect(found).toMatchObject({
    compared: 5,
    replaced: { checkpoints: 2, from: no + 1, to: no + 2, event: no + 2, epoch: 3 },
  });
  const { items } = await licet.call('audit.list', licet.admin, { query: { action: 'audit.restored' } });
  expect(items).toMatchObject([
    { no: no + 2, actor: { kind: 'operator' }, after: { epoch: 3, fromChange: no + 1, lastChange: no + 1 } },
  ]);
  expect(await verify()).toMatchObject({ whole: true, epoch: 3, checkpoints: { agreed: 4, restoredAway: 2 } });

  await deliver();
  await change();
  expect(await verify()).toMatchObject({ whole: true, checkpoints: { agreed: 5, outside: 7, restoredAway: 2 } });
  expect(await putBack()).toEqual({ compared: 7, replaced: null });
  expect(await newest()).toBe(no + 3);
});

test('putting back a database after an upgrade is recorded, although the epoch is the same', async () => {
  const no = await newest();
  await change();
  await change();
  await returnTo(no);
  expect(await verify()).toMatchObject({ whole: false, fault: 'cut_off', firstBroken: no + 1 });
  expect(await putBack()).toMatchObject({ replaced: { checkpoints: 2, from: no + 1, to: no + 2, epoch: 2 } });
  expect(await verify()).toMatchObject({ whole: true, epoch: 2, checkpoints: { agreed: 3, restoredAway: 2 } });
});

test('changes nothing if all checkpoints match, or if there are none', async () => {
  const no = await newest();
  expect(await putBack()).toEqual({ compared: 2, replaced: null });
  await change(() => recordRestore(licet.database, { madeAt: '2026-11-28T12:00:00.000000Z' }));
  expect(await putBack()).toEqual({ compared: 3, replaced: null });
  rmSync(folder, { recursive: true });
  expect(await putBack()).toEqual({ compared: 0, replaced: null });
  expect(await newest()).toBe(no + 1);
});

test('compares given checkpoints as well, and ignores those that this server did not sign', async () => {
  await restoreAndPutBack();
  rmSync(folder, { recursive: true });
  const [header, , signature] = (sentElsewhere.at(-1) ?? '').split('.');
  const forged = [header, Buffer.from(JSON.stringify({ epoch: 9 })).toString('base64url'), signature].join('.');
  const found = await putBack({ checkpoints: [...sentElsewhere, ...sentElsewhere, forged, 'none'] });
  expect(found).toMatchObject({ compared: 4, replaced: { checkpoints: 2, epoch: 3 } });
});

test('refuses a chain that is broken even without external checkpoints, and records nothing', async () => {
  const no = await restoreAndPutBack();
  await asSuperuser(
    licet.database,
    async (connection) => {
      await connection.query(`update change set target_name = 'Mine' where no = $1`, [no]);
      await rehash(connection, no, no);
    },
    true,
  );
  await expect(putBack()).rejects.toMatchObject({ problem: { code: 'wrong_state', reason: 'chain_broken_itself' } });
  expect(await newest()).toBe(no);
});

test('finds a change that somebody rewrites after the put-back was recorded', async () => {
  const no = await restoreAndPutBack();
  await change();
  await putBack();
  // The checkpoint of the event was signed immediately, and it covers all changes before it.
  await asSuperuser(
    licet.database,
    async (connection) => {
      await connection.query(`update change set target_name = 'Mine' where no = $1`, [no + 1]);
      await rehash(connection, no + 1, no + 2);
    },
    true,
  );
  expect(await verify()).toMatchObject({ whole: false, fault: 'rehashed', firstBroken: no + 2 });
});

test('refuses anyone but the operator, and a folder that cannot be read', async () => {
  expect(await licet.outcome('operator.putBack', licet.freshAdmin, { body: {} })).toBe('forbidden');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  expect(await licet.outcome('operator.putBack', operator, { body: {} })).toBe('unavailable');
});
