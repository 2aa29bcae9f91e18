import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { corpDirectory, corpPassword, corpSettings } from '../identity/directories/corp.testing.ts';
import { createDirectories } from '../identity/directories/directories.ts';
import type { Letter, MailServer } from '../mail/mail-server.ts';
import { openMailer } from '../mail/mailer.ts';
import { render } from '../mail/render.ts';
import { openGuard } from './guard.ts';
import { createOutgoing } from './outgoing.ts';

// Licet gives up after the configured time on a server that falls silent or never finishes its answer. The tests use
// two timeouts. The second is four times the first, and giving up must then take more than twice as long.
const patience = 250;
const longer = 4;

const servers: Server[] = [];
const sockets = new Set<Socket>();
const drops = new Set<NodeJS.Timeout>();
let silent: number;
let dripping: number;
let greeting: number;

beforeAll(async () => {
  silent = await speaking(() => undefined);
  dripping = await speaking((socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n', 'x'));
  greeting = await speaking((socket) => drip(socket, '220-', 'hello\r\n220-'));
});
afterAll(async () => {
  for (const timer of drops) clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

async function speaking(speak: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    speak(socket);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Keeps sending small pieces, so that the connection is never silent for the whole timeout. */
function drip(socket: Socket, first: string, more: string): void {
  socket.write(first);
  const timer = setInterval(() => socket.write(more), patience / 10);
  drops.add(timer);
  socket.on('close', () => clearInterval(timer));
}

const guard = openGuard({ allowed: ['127.0.0.0/8'] });
const fetched = async (port: number, within: number) => {
  const answer = await createOutgoing({ guard, patience: within })(`http://127.0.0.1:${port}/`);
  await answer.text();
};
const mailed = async (port: number, within: number, how: 'check' | 'send') => {
  const mailer = openMailer(undefined, { patience: within, guard });
  try {
    const { failure } =
      how === 'send' ? await mailer.send(mailServer(port), letter) : { failure: await mailer.check(mailServer(port)) };
    if (failure !== null) throw new Error(failure.kind);
  } finally {
    mailer.close();
  }
};
const mailServer = (port: number): MailServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  username: null,
  password: null,
  fromAddress: 'licet@harbour.example',
  fromName: 'Harbour Clinic',
  language: 'en',
});
const letter: Letter = {
  ...render({
    template: 'test',
    data: {},
    language: 'en',
    name: 'Maya',
    organisation: 'Harbour Clinic',
    issuer: 'https://id.harbour.example',
  }),
  to: { name: 'Maya', address: 'maya@harbour.example' },
  id: 'one@id.harbour.example',
};
const asked = async (port: number, within: number) => {
  const at = { url: `ldap://127.0.0.1:${port}`, startTls: false, caCertificate: null, groupSource: 'none' as const };
  const directory = corpDirectory(corpSettings({ tlsPort: 0, authority: '' }, at));
  await createDirectories(guard, within).check(directory, { login: 'ada' }, { login: 'ada', password: corpPassword });
};

test.each<readonly [string, (within: number) => Promise<unknown>]>([
  ['a provider or a webhook that says nothing', (within) => fetched(silent, within)],
  ['a provider or a webhook whose answer never ends', (within) => fetched(dripping, within)],
  ['a mail server that says nothing, when a mail is sent', (within) => mailed(silent, within, 'send')],
  ['a mail server that says nothing, when it is tested', (within) => mailed(silent, within, 'check')],
  ['a mail server whose greeting never ends', (within) => mailed(greeting, within, 'check')],
  ['a directory that says nothing', (within) => asked(silent, within)],
])('gives up on %s after the configured time', async (_, ask) => {
  const took = async (within: number) => {
    const begun = performance.now();
    await expect(ask(within)).rejects.toThrow();
    return performance.now() - begun;
  };
  const [short, long] = [await took(patience), await took(longer * patience)];
  expect(short).toBeLessThan(long / 2);
});
