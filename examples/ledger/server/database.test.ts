import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../packages/server/src/postgres/testing.ts';
import { type Books, openBooks } from './database.ts';
import { findInvoice, listCustomers, listInvoices, recordPayment, refund, sendAgain } from './invoices.ts';

// These tests bypass the API, so that only the row-level security policies can refuse access.
let database: TestDatabase;
let books: Books;

beforeAll(async () => {
  database = await testDatabase();
});

beforeEach(async () => {
  await books?.close();
  await owner((client) => client.query('drop schema public cascade; create schema public'));
  books = await openBooks(database.connectionString);
});

afterAll(async () => {
  await books?.close();
  await database?.drop();
});

const reading = ['invoices.read', 'payments.read', 'customers.read'];
const clerk = claims({ permissions: [...reading, 'invoices.send', 'payments.match'] });
const refunder = claims({ permissions: [...reading, 'invoices.refund'] });
const twice = '2026-0417';
const paidTwice = 1_638_250;

test('a policy refuses to insert a refund without invoices.refund, whatever the API does', async () => {
  await expect(books.as(clerk, (query) => refund(query, twice, paidTwice, 'maya'))).rejects.toMatchObject({
    code: '42501',
    message: 'new row violates row-level security policy for table "payments"',
  });
  expect((await books.as(clerk, (query) => findInvoice(query, twice)))?.paid).toBe(paidTwice);
});

test('with invoices.refund, a refund pays back only the amount beyond the invoice total', async () => {
  expect(await books.as(refunder, (query) => refund(query, twice, paidTwice, 'maya'))).toBe(true);
  const invoice = await books.as(refunder, (query) => findInvoice(query, twice));
  expect(invoice).toMatchObject({ paid: 819_125, state: 'paid' });
});

test('only one of two simultaneous refunds succeeds', async () => {
  const done = await Promise.all(
    ['maya', 'chiara'].map((user) => books.as(refunder, (query) => refund(query, twice, paidTwice, user))),
  );
  expect(done.sort()).toEqual([false, true]);
  expect((await books.as(refunder, (query) => findInvoice(query, twice)))?.paid).toBe(819_125);
});

test('only one of two simultaneous payments of the balance is recorded', async () => {
  const done = await Promise.all(
    ['maya', 'chiara'].map((user) => books.as(clerk, (query) => recordPayment(query, '2026-0420', user))),
  );
  expect(done.sort()).toEqual([false, true]);
});

test('invoices.refund permits neither recording a payment nor resending an invoice', async () => {
  await expect(books.as(refunder, (query) => recordPayment(query, '2026-0420', 'maya'))).rejects.toMatchObject({
    code: '42501',
  });
  expect(await books.as(refunder, (query) => sendAgain(query, twice))).toBe(false);
  expect(await books.as(clerk, (query) => sendAgain(query, twice))).toBe(true);
});

test('even an admin cannot change a due date or a payment, or delete a payment', async () => {
  for (const sql of ['update invoices set due = due + 1', 'delete from payments', 'update payments set cents = 1'])
    await expect(
      books.as(claims({ roles: ['admin'] }), (query) => query(sql)),
      sql,
    ).rejects.toMatchObject({ code: '42501' });
});

test('an admin sees all rows and can make a refund', async () => {
  const admin = claims({ roles: ['admin'] });
  expect(await seen(admin)).toEqual({ invoices: 12, customers: 12, lines: 15, payments: 8 });
  expect(await books.as(admin, (query) => refund(query, twice, paidTwice, 'ingrid'))).toBe(true);
  expect(await books.as(admin, (query) => recordPayment(query, '2026-0420', 'ingrid'))).toBe(true);
  expect(await books.as(admin, (query) => sendAgain(query, twice))).toBe(true);
});

test('each read permission shows only the rows that it covers', async () => {
  expect(await seen(claims({ permissions: ['customers.read'] }))).toEqual({ ...nothing, customers: 12 });
  expect(await seen(claims({ permissions: ['invoices.read'] }))).toEqual({ ...nothing, invoices: 12, lines: 15 });
  expect(await seen(claims({ permissions: ['payments.read'] }))).toEqual({ ...nothing, payments: 8 });
});

test.each([
  ['no claims', ''],
  ['expired claims', claims({ roles: ['admin'], exp: seconds() - 1 })],
  ['claims that end at this moment', claims({ roles: ['admin'], exp: seconds() })],
  ['claims without an end', JSON.stringify({ sub: 'maya', roles: ['admin'], permissions: reading })],
  [
    'an end that is not a number',
    JSON.stringify({ sub: 'maya', roles: ['admin'], permissions: [], exp: '4102444800' }),
  ],
  ['claims without a user', JSON.stringify({ roles: ['admin'], permissions: reading, exp: 4_102_444_800 })],
  ['a role that only resembles admin', claims({ roles: ['Admin', 'admin ', 'administrator'] })],
  [
    'roles that are not a list',
    JSON.stringify({ sub: 'maya', roles: 'admin', permissions: reading, exp: 4_102_444_800 }),
  ],
  [
    'permissions that are null',
    JSON.stringify({ sub: 'maya', roles: ['admin'], permissions: null, exp: 4_102_444_800 }),
  ],
  ['a permission with a wildcard', claims({ permissions: ['*', 'invoices.*', '%'] })],
  ['text that is not JSON', `{"sub": "maya'; set role postgres; --`],
  ['an array', '[{"sub":"maya","roles":["admin"],"exp":4102444800}]'],
])('%s: shows no rows, and permits no change', async (_, given) => {
  expect(await seen(given)).toEqual(nothing);
  expect(await books.as(given, listInvoices)).toEqual([]);
  expect(await books.as(given, listCustomers)).toEqual([]);
  expect(await books.as(given, (query) => refund(query, twice, paidTwice, 'maya'))).toBe(false);
  expect(await books.as(given, (query) => sendAgain(query, twice))).toBe(false);
  const blind = `insert into payments (invoice, method, cents) values ('2026-0417', 'Refund', -1)`;
  await expect(books.as(given, (query) => query(blind))).rejects.toMatchObject({ code: '42501' });
});

test('the claims of one request do not apply to later requests', async () => {
  await books.as(claims({ roles: ['admin'] }), listInvoices);
  await Promise.all(
    Array.from({ length: 20 }, async () => expect(await books.as('', listInvoices), 'the next one').toEqual([])),
  );
});

test('the lint finds no policy that evaluates the rule once per row', async () => {
  const lint = readFileSync(fileURLToPath(import.meta.resolve('@licet/rule/sql/lint.sql')), 'utf8');
  await owner((client) => client.query(lint));
  const { rows } = await owner((client) => client.query('select policy_name, advice from licet.lint_policies()'));
  expect(rows).toEqual([]);
});

const nothing = { invoices: 0, customers: 0, lines: 0, payments: 0 };

/** Returns the number of visible rows in each table for these claims. */
async function seen(given: string): Promise<Record<string, number>> {
  return books.as(given, async (query) => {
    const counts: Record<string, number> = {};
    for (const table of Object.keys(nothing)) counts[table] = (await query(`select from ${table}`)).length;
    return counts;
  });
}

async function owner<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: database.connectionString, options: '-c search_path=public' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function claims({
  roles = [],
  permissions = [],
  exp = 4_102_444_800,
}: {
  roles?: string[];
  permissions?: string[];
  exp?: number;
}): string {
  return JSON.stringify({ sub: 'maya', roles, permissions, exp });
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
