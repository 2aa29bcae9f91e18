import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type RunningLicet, removeDataDirectory } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

// Compares the duration of a stop with the duration of the start of the same Licet.
const running: RunningLicet[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const licet of running.splice(0)) {
    await licet.stop();
    removeDataDirectory(licet.dataDirectory);
  }
});

test('with open streams and idle connections, Licet stops in less time than it took to start', async () => {
  const start = performance.now();
  const licet = await startWithAdministrator();
  const started = performance.now() - start;
  running.push(licet);
  const stream = await fetch(`${licet.url}/api/v1/live/cut-offs`, {
    headers: { authorization: `Bearer ${await serviceToken(licet)}` },
  });
  expect(stream.status).toBe(200);
  for (const said of ['', '', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n', 'GET /healthz HTTP/1.1\r\nhost: loc'])
    await opened(licet, said);
  const stopping = performance.now();
  await licet.stop();
  expect(performance.now() - stopping).toBeLessThan(started);
});

async function opened(licet: RunningLicet, said: string): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(licet.url).port) });
  sockets.push(socket);
  await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve));
  if (said !== '') await new Promise((resolve) => socket.write(said, resolve));
}

async function serviceToken({ url, operator }: RunningLicet): Promise<string> {
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const { client, secret } = await operator.clients.create({
    params: { application: 'ledger' },
    body: { name: 'API', kind: 'service' },
  });
  const answer = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
