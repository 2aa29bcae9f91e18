import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install } from './testing.ts';

interface Guide {
  asUser(pool: pg.Pool, claims: string, work: (client: pg.PoolClient) => Promise<unknown>): Promise<unknown>;
}

// Roles belong to the whole PostgreSQL server, which other tests may use. A random name avoids conflicts with
// existing roles.
const role = `licet_guide_${randomBytes(5).toString('hex')}`;
const [guide, readme] = ['../../../docs/guides/row-level-security.md', '../README.md'].map((path) =>
  readFileSync(new URL(path, import.meta.url), 'utf8').replaceAll(/\bweb\b/g, role),
) as [string, string];

let database: Installed;
beforeAll(async () => {
  database = await install();
});
afterAll(async () => {
  await database.client.query(`drop owned by ${role}; drop role ${role}`);
  await database.end();
});

test('every SQL example of the guide and of the README gives the stated answer, in order', async () => {
  const examples = [...blocks(guide, 'sql'), ...blocks(readme, 'sql')].flatMap(statements);
  expect(examples.length).toBeGreaterThan(25);
  for (const { sql, says } of examples) {
    const { rows } = await database.client.query({ text: sql, rowMode: 'array' });
    if (says !== undefined) expect({ sql, says: printed(rows as unknown[][]) }).toEqual({ sql, says });
  }
});

test('the example for an API server runs queries as the user, and resets the connection', async () => {
  const [source = ''] = blocks(guide, 'ts');
  const directory = mkdtempSync(join(tmpdir(), 'licet-guide-'));
  const file = join(directory, 'as-user.ts');
  writeFileSync(file, source);
  const { asUser } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Guide;
  const { host, port, user, database: name } = database.client;
  const pool = new pg.Pool({ host, port, database: name, user: user ?? '', max: 1, options: '-c search_path=public' });
  const count = async (client: pg.PoolClient) =>
    (await client.query('select count(*)::int as n from invoices')).rows[0].n;
  const claims = (of: object) => JSON.stringify({ exp: 4102444800, ...of });
  const ada = claims({ sub: 'ada' });
  const now = `select current_user as role, current_setting('request.jwt.claims', true) as claims`;
  try {
    expect(await asUser(pool, ada, count)).toBe(3);
    expect(await asUser(pool, claims({ sub: "'; drop table invoices; --" }), count)).toBe(0);
    await expect(asUser(pool, ada, (client) => client.query('delete from invoices'))).rejects.toThrow(
      /permission denied/,
    );
    expect((await pool.query(now)).rows[0]).toEqual({ role: user, claims: '' });
    expect(await asUser(pool, claims({ sub: 'ada', roles: ['admin'] }), count)).toBe(4);
  } finally {
    await pool.end();
    rmSync(directory, { recursive: true });
  }
});

function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code]) => code ?? '');
}

/**
 * Splits code into statements. A statement ends with a semicolon at the end of a line. A comment after the semicolon
 * is the expected result.
 */
function statements(code: string): { sql: string; says: string | undefined }[] {
  return [...code.matchAll(/([\s\S]*?);(?: -- (.*))?\n/g)].map(([, sql = '', says]) => ({ sql, says }));
}

function printed(rows: readonly (readonly unknown[])[]): string {
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  return rows.map((row) => row.map(text).join(' | ')).join('\n');
}
