import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../usecases/testing.ts';
import { findSync } from './syncs.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const connection = '00000000-0000-8000-8000-000000000001';
const found = async () => {
  const { pool } = licet.database;
  return (await findSync({ connection: pool, clock: new Date().toISOString() }, connection)).run;
};

test.each([
  ['begins and ends a run', `state = 'running', ended_at = null, problem = null, plan = null`, null],
  [
    'ends a run with another failure',
    `state = 'failed', ended_at = now(), plan = null, problem = 'The directory is away.'`,
    'The directory is away.',
  ],
  ['erases a user', `plan = null, problem = null`, null],
])('deletes the reason of the previous failure when an older server %s', async (_, statement, problem) => {
  const { pool } = licet.database;
  await pool.query('delete from directory_syncs');
  await pool.query(
    `insert into directory_syncs (connection_id, run_id, state, scheduled, started_at, heard_at, problem, problem_reason)
     values ($1, gen_random_uuid(), 'failed', false, now(), now(), 'Newer', '{"reason": "sync_server_stopped", "values": {"name": "Ada Quist"}}')`,
    [connection],
  );
  expect(await found()).toMatchObject({ problem: 'Newer', reason: 'sync_server_stopped' });
  await pool.query(`update directory_syncs set ${statement} where connection_id = $1`, [connection]);
  expect(await found()).toMatchObject({ problem });
  expect(JSON.stringify(await found())).not.toContain('Ada Quist');
  const { rows } = await pool.query('select problem_reason from directory_syncs');
  expect(rows).toEqual([{ problem_reason: null }]);
});
