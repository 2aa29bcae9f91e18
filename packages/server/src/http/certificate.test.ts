import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { certificateOf, type Certificate as Made } from '../../../../scripts/debian-slapd.ts';
import { CertificateError, keepCertificate, readCertificate } from './certificate.ts';

const [first, second] = [certificateOf('localhost'), certificateOf('localhost')];
let folder: string;
let server: Server;
let said: { reason?: string; names?: string | undefined }[];
let leave: () => void;
const files = () => ({ certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'licet-certificate-'));
  write(first);
  said = [];
  server = createServer(readCertificate(files()), (_request, response) => {
    const tick = setInterval(() => response.write('tick\n'), 5);
    response.on('close', () => clearInterval(tick));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const note = (line: object) => void said.push(line);
  leave = keepCertificate(server, files(), { info: note, warn: note } as never, 20);
});
afterEach(() => {
  leave();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('uses a new certificate for new connections, and keeps open streams', async () => {
  const stream = get({ port: port(), host: '127.0.0.1', ca: first.authority, servername: 'localhost' });
  const [answer] = await once(stream, 'response');
  let ticks = 0;
  answer.setEncoding('utf8').on('data', (text: string) => {
    ticks += text.split('\n').length - 1;
  });
  expect(await shown()).toBe(serialOf(first));
  write(second);
  await vi.waitUntil(() => said.length > 0, 60_000);
  expect(said[0]).toMatchObject({ names: 'DNS:localhost' });
  expect(await shown()).toBe(serialOf(second));
  const before = ticks;
  await vi.waitUntil(() => ticks > before + 3, 60_000);
  stream.destroy();
});

test('keeps the previous certificate while the new pair is broken, and logs each fault once', async () => {
  writeFileSync(files().certificate, second.cert);
  await vi.waitUntil(() => said.length > 0, 60_000);
  await pause(100);
  expect(said).toEqual([
    { reason: expect.stringMatching(/key\.pem does not belong to the certificate in .*cert\.pem/) },
  ]);
  expect(await shown()).toBe(serialOf(first));
  writeFileSync(files().key, 'no key at all');
  await vi.waitUntil(() => said.length > 1, 60_000);
  rmSync(files().key);
  await vi.waitUntil(() => said.length > 2, 60_000);
  expect(said.slice(1).map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/holds no private key/),
    expect.stringMatching(/it is not there/),
  ]);
  expect(await shown()).toBe(serialOf(first));
  write(second);
  await vi.waitUntil(() => said.length > 3, 60_000);
  expect(await shown()).toBe(serialOf(second));
  expect(JSON.stringify(said)).not.toContain('PRIVATE KEY');
});

test('refuses an unusable certificate or key file at startup, with the reason', () => {
  write({ ...first, cert: 'nonsense' });
  expect(() => readCertificate(files())).toThrow(CertificateError);
  expect(() => readCertificate(files())).toThrow(/cert\.pem holds no certificate in PEM/);
  expect(() => readCertificate({ ...files(), key: '/nowhere' })).toThrow(
    'The file /nowhere is not read: it is not there.',
  );
  for (const key of [`nonsense ${first.key.replaceAll('-', '')}`, second.key]) {
    write({ ...first, key });
    let sentence = '';
    try {
      readCertificate(files());
    } catch (error) {
      sentence = String(error);
    }
    expect(sentence).toMatch(/key\.pem/);
    expect(key.split('\n').filter((line) => line.length > 10 && sentence.includes(line))).toEqual([]);
  }
});

function write({ cert, key }: Pick<Made, 'cert' | 'key'>): void {
  writeFileSync(files().certificate, cert);
  writeFileSync(files().key, key);
}

const port = () => (server.address() as AddressInfo).port;
const serialOf = ({ cert }: Made) => new X509Certificate(cert).serialNumber;

/** The serial number of the certificate that a new connection gets. */
async function shown(): Promise<string> {
  const socket: TLSSocket = connect({
    port: port(),
    host: '127.0.0.1',
    servername: 'localhost',
    rejectUnauthorized: false,
  });
  await once(socket, 'secureConnect');
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}
