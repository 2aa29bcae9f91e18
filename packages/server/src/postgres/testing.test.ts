import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from './testing.ts';

test('test databases are separate, and a template is created once per key', async () => {
  let made = 0;
  const template = async (connectionString: string) => {
    made += 1;
    await query(connectionString, 'create table filled as select 7 as seven');
  };
  const databases = await Promise.all([1, 2].map(() => testDatabase({ key: 'filled', template })));
  const [first, second] = databases;
  await query(first?.connectionString ?? '', 'drop table filled');
  expect(await query(second?.connectionString ?? '', 'select seven from filled')).toEqual([{ seven: 7 }]);
  expect(made).toBe(1);
  for (const database of databases) await database.drop();
  await expect(query(first?.connectionString ?? '', 'select 1')).rejects.toMatchObject({ code: '3D000' });
});

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
