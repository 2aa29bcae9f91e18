import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { problem } from '@licet/contract';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerUnread } from './client-errors.ts';

const app = Fastify({
  clientErrorHandler: answerUnread,
  http: { headersTimeout: 50, connectionsCheckingInterval: 20 },
});
let port = 0;
beforeAll(async () => {
  app.get('/', async () => 'read');
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => app.close());

test.each([
  ['an address and headers beyond what is read', `GET /?q=${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 'head_too_large'],
  ['what is no HTTP', 'EHLO mail.example.org\r\n\r\n', 'invalid_request'],
  ['a request that does not end', 'GET / HTTP/1.1\r\nhost: a\r\n', 'request_timeout'],
])('%s is answered with problem details', async (_, sent, code) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const said = problem.parse(JSON.parse(body));
  expect(said.code).toBe(code);
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${said.status} `));
  expect(head).toContain('content-type: application/problem+json');
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
});
