import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Caller } from '../usecases/context.ts';
import { type TestLicet, testLicet } from '../usecases/testing.ts';
import { servedTo } from './served.testing.ts';

// Attack: one caller holds all connections to the database. A header names the caller here.

let licet: TestLicet;
let app: FastifyInstance;
let address: string;
let key: string;
const callers: Record<string, Caller> = {};

beforeAll(async () => {
  licet = await testLicet();
  const shop = await licet.owned();
  key = shop.key;
  Object.assign(callers, { owner: shop.owner, member: await licet.user() });
  app = await servedTo(licet, callers);
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
  await licet.close();
});

const ask = async (who: string, path: string, signal?: AbortSignal) => {
  const { status } = await fetch(`${address}/api/v1${path}`, { headers: { 'x-who': who }, ...(signal && { signal }) });
  return status;
};

test('slow calls of one caller delay only that caller, and are dropped when it disconnects', async () => {
  const { pool } = licet.database;
  const holder = await pool.connect();
  await holder.query('begin; lock table usage_users in access exclusive mode');
  const slow = async () => {
    const { rows } = await holder.query<{ count: number }>(
      `select count(*)::int as count from pg_locks where relation = 'usage_users'::regclass and not granted`,
    );
    return rows[0]?.count;
  };
  const left = new AbortController();
  const calls = (count: number, signal?: AbortSignal) =>
    Array.from({ length: count }, () => ask('owner', `/applications/${key}/usage`, signal));
  const stay = calls(6);
  await vi.waitFor(async () => expect(await slow()).toBe(5));
  const leave = calls(12, left.signal).map((call) => call.catch(() => 'left'));
  for (let round = 0; round < 3; round += 1) expect(await ask('member', '/me')).toBe(200);
  expect(await slow()).toBe(5);
  left.abort();
  await Promise.all(leave);
  const done = vi.fn();
  pool.on('acquire', done);
  await holder.query('commit');
  expect(await Promise.all(stay)).toEqual(Array(6).fill(200));
  pool.off('acquire', done);
  holder.release();
  expect(done.mock.calls.length).toBeLessThan(6);
});
