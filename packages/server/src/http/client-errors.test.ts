import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { problem } from '@licet/contract';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerUnread } from './problems.ts';

// Only `hasty`, for unfinished requests, has a short timeout. So `patient` never times out on a complete request.
const apps = {
  patient: Fastify({ clientErrorHandler: answerUnread }),
  hasty: Fastify({ clientErrorHandler: answerUnread, http: { headersTimeout: 50, connectionsCheckingInterval: 20 } }),
};
beforeAll(async () => {
  for (const app of Object.values(apps)) await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => Promise.all(Object.values(apps).map((app) => app.close())));

test.each([
  ['patient', 'an overlong request head', `GET /?q=${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 'head_too_large'],
  ['patient', 'a request that is not HTTP', 'EHLO mail.example.org\r\n\r\n', 'invalid_request'],
  ['hasty', 'a request that does not end', 'GET / HTTP/1.1\r\nhost: a\r\n', 'request_timeout'],
] as const)('the %s server answers %s with problem details', async (server, _, sent, code) => {
  const socket = connect(Number(new URL(apps[server].listeningOrigin).port), '127.0.0.1');
  socket.write(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const said = problem.parse(JSON.parse(body));
  expect(said.code).toBe(code);
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${said.status} `));
  expect(head).toContain('content-type: application/problem+json');
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
});
