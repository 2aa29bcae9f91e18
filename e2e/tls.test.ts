import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import { get, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { certificateOf } from '../scripts/debian-slapd.ts';
import { newDataDirectory, removeDataDirectory, startLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-tls-'));
const { cert, key, authority } = certificateOf('localhost');
const environment = {
  LICET_TLS_CERTIFICATE: join(folder, 'fullchain.pem'),
  LICET_TLS_KEY: join(folder, 'privkey.pem'),
};
writeFileSync(environment.LICET_TLS_CERTIFICATE, cert);
writeFileSync(environment.LICET_TLS_KEY, key, { mode: 0o600 });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('with a certificate Licet serves TLS at 127.0.0.1 and ::1, and answers requests in progress when it stops', async () => {
  const licet = await startWithAdministrator({ environment });
  const port = Number(new URL(licet.url).port);
  try {
    const { issuer, headers } = await discovery(port);
    expect(issuer).toBe(`https://localhost:${port}`);
    expect(headers['strict-transport-security']).toMatch(/^max-age=63072000/);
    // Opens an idle connection, as browsers keep in reserve.
    const idle = connect({ host: '127.0.0.1', port, servername: 'localhost', ca: authority });
    idle.on('error', () => undefined);
    await once(idle, 'secureConnect');
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    const answer = asked(port);
    await pause(300);
    const stopped = licet.stop();
    await pause(200);
    answer.sent.end(':1');
    expect(await answer.status).toBe(400);
    await stopped;
  } finally {
    await licet.stop();
    removeDataDirectory(licet.dataDirectory);
  }
});

test('a key that does not match the certificate is refused at the start', async () => {
  const dataDirectory = newDataDirectory();
  writeFileSync(environment.LICET_TLS_KEY, certificateOf('localhost').key);
  const refused = startLicet({ dataDirectory, environment });
  await expect(refused).rejects.toThrow(/Licet did not start\. The key in .*privkey\.pem does not belong to/);
  removeDataDirectory(dataDirectory);
});

/** Sends half a request. The test sends the other half later. */
function asked(port: number): { readonly sent: ClientRequest; readonly status: Promise<number | undefined> } {
  const headers = { 'content-type': 'application/json', 'content-length': 13 };
  const to = { host: '127.0.0.1', port, servername: 'localhost', ca: authority };
  const sent = request({ ...to, method: 'POST', path: '/api/v1/setup', headers });
  sent.write('{"password"');
  return { sent, status: once(sent, 'response').then(([answer]) => answer.statusCode) };
}

async function discovery(port: number): Promise<{ issuer: string; headers: IncomingHttpHeaders }> {
  const [answer] = await once(
    get({ host: '127.0.0.1', port, servername: 'localhost', ca: authority, path: '/.well-known/openid-configuration' }),
    'response',
  );
  let body = '';
  for await (const part of answer.setEncoding('utf8')) body += part;
  return { issuer: JSON.parse(body).issuer, headers: answer.headers };
}
