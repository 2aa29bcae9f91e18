// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { ask, type Refused } from './send.ts';

// Read when the page loads, and missing in jsdom.
vi.hoisted(() => Object.assign(globalThis, { matchMedia: () => ({ matches: false, addEventListener: () => {} }) }));

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a page of a proxy instead of a reply is a refusal, even with a status of success', async () => {
  vi.stubGlobal('fetch', async () => new Response('<p>Maintenance</p>', { status: 200 }));
  const refused = await ask('GET', '/api/v1/setup').catch((error: Refused) => error);
  expect(refused).toMatchObject({ name: 'Refused', problem: { code: 'internal' } });
});

test('a call without a reply returns nothing', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  expect(await ask('POST', '/sign-in', { login: 'ada', password: 'x' })).toBeUndefined();
});
