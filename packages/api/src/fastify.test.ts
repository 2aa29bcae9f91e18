import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { accessPlugin } from './fastify.ts';

test('the Fastify plugin reports an unreachable Licet before Fastify’s plugin timeout', async () => {
  const app = Fastify({ pluginTimeout: 500 });
  await app.register(accessPlugin, { issuer: 'http://127.0.0.1:9', audience: 'ledger' });
  await expect(app.ready()).rejects.toThrow('Licet does not answer at http://127.0.0.1:9');
  await app.close();
});
