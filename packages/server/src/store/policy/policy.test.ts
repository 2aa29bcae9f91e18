import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { transaction } from '../kernel/database.ts';
import { testStore } from '../store.testing.ts';

test('the migration adds the sign-in method “provider” to an existing policy', async () => {
  const store = await testStore();
  try {
    const migration = await readFile(new URL('../migrations/0029_sign_in_by_provider.sql', import.meta.url), 'utf8');
    const ways = await transaction(store.database, 'begin', async (connection) => {
      await connection.query(`
        alter table identities drop column said;
        alter table policies drop constraint policies_ways_check;
        alter table policies add constraint policies_ways_check check (ways <@ '{password,passkey}');
        insert into policies (ways, user_verification, member_session, administrator_session, email_domains, remembered_days, fresh_sign_in, no_from)
        values ('{passkey}', 'preferred', 3600, 3600, '{}', 0, 600, 1)`);
      await connection.query(migration);
      return (await connection.query<{ ways: string[] }>('select ways from policies')).rows;
    });
    expect(ways).toEqual([{ ways: ['passkey', 'provider'] }]);
  } finally {
    await store.close();
  }
});
