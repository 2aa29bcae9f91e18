import { expect, test } from 'vitest';
import { removeDataDirectory, startLicet } from './licet.ts';

// The recorded source of a change over HTTP: headers about it are believed only from a trusted proxy.

test.each([
  ['no proxy is trusted', {}, '127.0.0.1'],
  ['the proxy is trusted', { LICET_TRUSTED_PROXIES: '127.0.0.1,::1' }, '203.0.113.7'],
])('an event has the same address as the sign-in log if %s', async (_, environment, address) => {
  const running = await startLicet({ environment });
  try {
    const answer = await fetch(`${running.url}/api/v1/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      body: JSON.stringify({
        code: running.setupCode,
        name: 'Ingrid',
        username: 'ingrid',
        email: 'ingrid@aurelia.example',
        password: 'cobalt otter paints nine doors',
      }),
    });
    expect(answer.status).toBe(201);
    const { items } = await running.operator.audit.list({ query: { action: 'licet.set_up' } });
    const event = await running.operator.audit.get({ params: { no: items[0]?.no ?? 0 } });
    expect(event.origin?.client).toBeNull();
    expect(event.origin?.address?.replace(/^(::1|::ffff:127\.0\.0\.1)$/, '127.0.0.1')).toBe(address);
    await running.operator.groups.create({ body: { name: 'By the operator' } });
    const own = await running.operator.audit.list({ query: { action: 'group.created' } });
    expect((await running.operator.audit.get({ params: { no: own.items[0]?.no ?? 0 } })).origin).toBeNull();
  } finally {
    await running.stop();
    removeDataDirectory(running.dataDirectory);
  }
});
