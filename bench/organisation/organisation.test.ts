import { expect, test } from 'vitest';
import { testDatabase } from '../../packages/server/src/postgres/testing.ts';
import { verifyChain } from '../../packages/server/src/store/audit/verify.ts';
import { checks } from '../../packages/server/src/store/checks.ts';
import { openDatabase, withConnection } from '../../packages/server/src/store/kernel/database.ts';
import { makeOrganisation } from './make.ts';

test('an organisation generated at a thousandth of the full size has a valid audit chain that covers all its facts', async () => {
  const { connectionString, drop } = await testDatabase();
  const database = openDatabase({ checks, connectionString });
  try {
    await makeOrganisation({ connectionString, share: 0.001 });
    const found = await withConnection(database, (connection) => verifyChain({ connection }));
    expect(found).toMatchObject({ broken: null, uncovered: 0 });
    const { rows } = await database.pool.query(`
      select count(*) filter (where no_to = 9223372036854775807) as "inForce", count(*) filter (where no_to < 9223372036854775807) > 50 as ended from grants`);
    expect(rows).toEqual([{ inForce: 1000, ended: true }]);
  } finally {
    await database.close();
    await drop();
  }
});
