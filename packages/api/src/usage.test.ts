import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client, eventually, startIssuer, type TestIssuer } from './issuer.testing.ts';
import type { Service } from './service.ts';
import { createUsage } from './usage.ts';
import { createVerifier } from './verifier.ts';

let issuer: TestIssuer;
beforeEach(async () => {
  issuer = await startIssuer();
});
afterEach(() => issuer.close());

test('the verifier reports only permissions that were required and granted, in one report at close', async () => {
  const verifier = createVerifier({ issuer: issuer.url, audience: 'ledger', client });
  await verifier.ready();
  const token = await issuer.token();
  for (let times = 0; times < 3; times += 1) await verifier.requirePermission(token, 'invoices.read');
  await verifier.verify(token);
  await verifier.requireRole(token, 'clerk');
  await expect(verifier.requirePermission(token, 'invoices.refund')).rejects.toThrow('needs the permission');
  const program = await issuer.token({ sub: 'front', roles: ['admin'], permissions: [] });
  await verifier.requirePermission(program, 'invoices.read');
  const admin = await issuer.token({ sub: 'root', roles: ['admin'] });
  for (const name of ['x'.repeat(300), ' x', 'a\nb', 'a\u202Eb'])
    await verifier.requirePermission(admin, name as 'invoices.read');
  expect(issuer.reports).toEqual([]);
  await verifier.close();
  expect(issuer.reports).toEqual([
    { exercised: [{ user: 'ada', permission: 'invoices.read', count: 3, last: expect.any(Number) }] },
  ]);
});

test('reports nothing without a client', async () => {
  const verifier = createVerifier({ issuer: issuer.url, audience: 'ledger' });
  await verifier.requirePermission(await issuer.token(), 'invoices.read');
  await verifier.close();
  expect(issuer.reports).toEqual([]);
});

/** Returns a service whose successive answers have these statuses. */
function answering(...statuses: number[]): Service & { bodies: { exercised: unknown[] }[] } {
  const bodies: { exercised: unknown[] }[] = [];
  return {
    bodies,
    address: 'http://localhost:4080',
    token: async () => '',
    call: async (_path, { body }) => {
      bodies.push(JSON.parse(String(body)));
      return new Response(null, { status: statuses.shift() ?? 204 });
    },
  };
}

test('resends entries of a failed report with the next one, and drops those of a refused report', async () => {
  const service = answering(503, 204, 400, 204);
  const failures: string[] = [];
  const usage = createUsage({ service, now: () => 7, every: 1e6, onFailure: (detail) => failures.push(detail) });
  const flushed = async (permission: string) => {
    usage.record('ada', permission);
    await usage.flush(1000);
    return service.bodies.at(-1)?.exercised;
  };
  const one = { user: 'ada', permission: 'a', count: 1, last: 7 };
  expect(await flushed('a')).toEqual([one]);
  expect(await flushed('a')).toEqual([{ ...one, count: 2 }]);
  expect(await flushed('b')).toEqual([{ ...one, permission: 'b' }]);
  expect(await flushed('c')).toEqual([{ ...one, permission: 'c' }]);
  expect(failures.length).toBe(2);
  usage.close();
});

test('sends at most 5,000 entries in a report, and keeps at most 50,000', async () => {
  const service = answering();
  const usage = createUsage({ service, now: () => 7, every: 1e6, onFailure: () => undefined });
  for (let at = 0; at < 60_000; at += 1) usage.record(`user ${at}`, 'a');
  await usage.flush(1000);
  expect(service.bodies.map(({ exercised }) => exercised.length)).toEqual(Array(10).fill(5000));
  usage.close();
});

test('sends a report every minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const verifier = createVerifier({ issuer: issuer.url, audience: 'ledger', client });
    await verifier.requirePermission(await issuer.token(), 'invoices.read');
    vi.advanceTimersByTime(59_000);
    expect(issuer.reports.length).toBe(0);
    vi.advanceTimersByTime(2000);
    await eventually(() => issuer.reports.length === 1);
    await verifier.close();
  } finally {
    vi.useRealTimers();
  }
});
