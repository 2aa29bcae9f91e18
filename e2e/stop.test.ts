import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDataDirectory, type RunningLicet, removeDataDirectory, startLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

let licet: RunningLicet;
const sockets: Socket[] = [];

beforeEach(async () => {
  licet = await startWithAdministrator();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await licet?.stop();
  removeDataDirectory(licet.dataDirectory);
});

test('SIGTERM stops Licet despite open streams and idle connections', async () => {
  const stream = await fetch(`${licet.url}/api/v1/live/cut-offs`, {
    headers: { authorization: `Bearer ${await serviceToken()}` },
  });
  expect(stream.status).toBe(200);
  const heard = new Response(stream.body).text();
  for (const host of ['127.0.0.1', '::1', '127.0.0.1']) await opened(host);
  const asked = await opened('127.0.0.1');
  asked.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const half = await opened('127.0.0.1');
  half.write('GET /healthz HTTP/1.1\r\nhost: loc');
  await pause(200);
  await licet.stop();
  expect(licet.output()).not.toMatch(/administrator command|connection broke/);
  expect(await heard).toContain('event: ready');
});

test('requests that are in progress at SIGTERM are answered', async () => {
  const { port } = new URL(licet.url);
  const answer = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': 13 };
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/v1/setup', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.on('error', reject);
    sent.write('{"password"');
    setTimeout(() => process.kill(licet.pid, 'SIGTERM'), 300);
    setTimeout(() => sent.end(':1'), 1000);
  });
  const { status, text } = await answer;
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ code: 'malformed_body' });
});

test('the start reports a port in use and a misspelt setting before it creates a database', async () => {
  const dataDirectory = newDataDirectory();
  try {
    const port = Number(new URL(licet.url).port);
    const refused = await startLicet({ dataDirectory, port, environment: { LICET_ISUER: 'x' } }).then(
      () => 'It started.',
      (error: Error) => error.message,
    );
    expect(refused).toContain(`Licet did not start. The port ${port} is in use. Stop what uses it`);
    expect(refused).toContain(
      '"msg":"LICET_ISUER is no setting of Licet, and does nothing. Did you mean LICET_ISSUER?"',
    );
    expect(existsSync(join(dataDirectory, 'postgres'))).toBe(false);
  } finally {
    removeDataDirectory(dataDirectory);
  }
});

/** Opens a connection without sending a request. The socket stays unconnected if the machine has no such address. */
async function opened(host: string): Promise<Socket> {
  const socket = connect({ host, port: Number(new URL(licet.url).port) });
  sockets.push(socket);
  await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve));
  return socket;
}

async function serviceToken(): Promise<string> {
  await licet.operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const { client, secret } = await licet.operator.clients.create({
    params: { application: 'ledger' },
    body: { name: 'API', kind: 'service' },
  });
  const response = await fetch(`${licet.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
