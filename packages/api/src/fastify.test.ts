import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { accessPlugin } from './fastify.ts';

test('a server that does not reach Licet says so before Fastify gives up on its plugin', async () => {
  const app = Fastify({ pluginTimeout: 500 });
  await app.register(accessPlugin, { issuer: 'http://127.0.0.1:9', audience: 'ledger' });
  await expect(app.ready()).rejects.toThrow('Licet does not answer at http://127.0.0.1:9');
  await app.close();
});
