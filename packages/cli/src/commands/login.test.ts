import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { lifeOf, login, pauseOf } from './login.ts';

test.each([
  [2, 2],
  [60, 60],
  [undefined, 5],
  ['soon', 5],
  [0, 5],
  [-1, 5],
  [1e10, 5],
])('for the interval %j, waits %i s between polls', (interval, seconds) => expect(pauseOf(interval)).toBe(seconds));

test.each([
  [600, 600],
  [1, 1],
  [undefined, 600],
  ['soon', 600],
  [0, 600],
  [Number.NaN, 600],
  [1e10, 600],
])('for the expires_in %j, accepts a code for %i s', (expiresIn, seconds) => expect(lifeOf(expiresIn)).toBe(seconds));

test('the login ends when the code expires, even if the server keeps answering “pending”', async () => {
  let polls = 0;
  const server = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`;
    if (request.url === '/token') polls += 1;
    const answers: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer,
        token_endpoint: `${issuer}/token`,
        device_authorization_endpoint: `${issuer}/device`,
        revocation_endpoint: `${issuer}/revoke`,
      },
      '/device': { device_code: 'a', user_code: 'B', verification_uri: `${issuer}/enter`, expires_in: 3, interval: 1 },
      '/token': { error: 'authorization_pending' },
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answers[request.url ?? '']));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const flags = { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const client = () => expect.fail('Nobody is signed in.');
  await expect(login.run({ args: [], positionals: [], flags, client })).rejects.toThrow(
    'The code was not confirmed within 1 minute. You are not signed in. Run “licet login” again, and enter the new code.',
  );
  expect(polls).toBeGreaterThan(0);
  server.close();
});
