import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { endpointsOf } from './endpoints.ts';

test('names the target of a redirect, and does not follow it', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(308, { location: `https://new.harbour.example${request.url}` }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const old = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(endpointsOf(old)).rejects.toThrow(
    `${old}/.well-known/openid-configuration redirects to https://new.harbour.example. If that is the new address of Licet, set --server or LICET_SERVER to it.`,
  );
  expect(asked).toEqual(['/.well-known/openid-configuration']);
  server.close();
});
