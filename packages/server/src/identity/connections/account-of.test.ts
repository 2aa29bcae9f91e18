import { afterAll, beforeAll, expect, test } from 'vitest';
import { findConnection, insertConnection } from '../../store/connections/connections.ts';
import { findIdentity, insertIdentity } from '../../store/connections/identities.ts';
import { readClock } from '../../store/kernel/clock.ts';
import { usualDirectory } from '../../usecases/connections/read.ts';
import { type TestLicet, testLicet } from '../../usecases/testing.ts';
import { corpSettings } from '../directories/corp.testing.ts';
import { accountOf } from './account-of.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const proved = {
  issuer: 'https://elsewhere.example',
  subject: 'kim',
  name: 'kim',
  username: null,
  email: null,
  emailVerified: null,
  groups: null,
  acr: null,
  amr: [],
  authenticatedAt: null,
  sid: null,
  idToken: null,
};

test('refuses an account that is unlinked while its sign-in is being checked', async () => {
  const { database } = licet;
  const { userId } = await licet.user();
  const connection = await licet.build(async (change) => {
    const directory = corpSettings({ tlsPort: 636, authority: '' });
    const id = await insertConnection(change, { ...usualDirectory, name: 'Elsewhere', kind: 'ldap', directory });
    await insertIdentity(change.connection, userId, id, { ...proved, assuranceValues: [] }, change.clock, false);
    return findConnection(change, id);
  });
  if (!connection) throw new Error('The connection was not inserted.');
  const arrive = async () => accountOf({ database }, { now: await readClock(database) }, connection, proved);
  expect(await arrive()).toMatchObject({ id: userId });
  const reset = await database.pool.connect();
  try {
    await reset.query('begin; lock table users in access exclusive mode');
    const outcome = arrive().then(
      () => 'signed in',
      (error) => error.problem?.code,
    );
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await database.pool.query(waits)).rowCount, { timeout: 60_000 }).toBe(1);
    await reset.query('delete from identities where user_id = $1', [userId]);
    await reset.query('commit');
    expect(await outcome).toBe('identity_unknown');
    expect(await findIdentity(database.pool, proved)).toBeUndefined();
  } finally {
    reset.release();
  }
});
