import { afterEach, expect, test } from 'vitest';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

// Tests the recorded source address of a change over HTTP. Headers with a source address count only from a trusted proxy.
let running: RunningLicet;
afterEach(() => endAll(running));

test.each([
  ['no proxy is trusted', {}, '127.0.0.1'],
  ['the proxy is trusted', { LICET_TRUSTED_PROXIES: '127.0.0.1,::1' }, '203.0.113.7'],
])('an audit event and the sign-in log record the same client address if %s', async (_, environment, address) => {
  running = await startWithAdministrator({ environment });
  const { operator, url } = running;
  const { id } = await operator.users.create({ body: { username: 'maya', name: 'Maya' } });
  const link = await operator.users.passwordLink({ params: { user: id } });
  const answer = await fetch(`${url}/api/v1/password-links/redeem`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    body: JSON.stringify({
      token: new URL(link.url).hash.slice('#token='.length),
      password: 'cobalt otter paints nine doors',
    }),
  });
  expect(answer.ok).toBe(true);
  const newest = async () => {
    const { items } = await operator.audit.list({ query: { limit: 1 } });
    return operator.audit.get({ params: { no: items[0]?.no ?? 0 } });
  };
  const { origin } = await newest();
  expect(origin?.client).toBeNull();
  expect(origin?.address?.replace(/^(::1|::ffff:127\.0\.0\.1)$/, '127.0.0.1')).toBe(address);
  await operator.groups.create({ body: { name: 'By the operator' } });
  expect((await newest()).origin).toBeNull();
});
