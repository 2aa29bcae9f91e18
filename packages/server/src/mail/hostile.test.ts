import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Letter, MailServer } from './mail-server.ts';
import { openMailer } from './mailer.ts';
import { localGuard } from './smtp.testing.ts';

// Attacks by a mail server, or by an attacker between Licet and it.

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const patience = 400;
const password = 'a password of: the mail server';
const letter: Letter = {
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  id: 'one@id.harbour.example',
  to: { name: 'Maya', address: 'maya@harbour.example' },
};

/** Starts a server that sends a greeting, and a scripted answer to each line. */
async function speaking(
  first: (socket: Socket) => void,
  answer: (line: string, socket: Socket) => void,
  waits = patience,
) {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let rest = '';
    socket.on('data', (data) => {
      const lines = (rest + data.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        heard.push(line);
        answer(line, socket);
      }
    });
    first(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const mailer = openMailer(undefined, { patience: waits, guard: localGuard });
  ends.push(() => {
    mailer.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const at: MailServer = {
    host: '127.0.0.1',
    port: typeof address === 'object' && address ? address.port : 0,
    security: 'none',
    username: 'licet',
    password,
    fromAddress: 'licet@harbour.example',
    fromName: 'Harbour',
    language: 'en',
  };
  return { at, heard, mailer, sockets };
}

const greets = (socket: Socket) => void socket.write('220 mail.harbour.example\r\n');

/** Sends the same text until the connection closes. */
function forever(socket: Socket, text: string) {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
    if (!socket.destroyed) socket.once('drain', more);
  };
  more();
}

describe('gives up on a mail server that never stops sending', () => {
  test.each([
    ['one endless line', 'x'.repeat(65_536)],
    ['endless lines of one answer', `250-${'x'.repeat(60)}\r\n`.repeat(500)],
    ['answers without a request', '250 fine\r\n'.repeat(5000)],
  ])('when it sends %s', async (_what, text) => {
    for (const { at, mailer, sockets } of [
      await speaking(
        (socket) => forever(socket, text),
        () => undefined,
      ),
      await speaking(greets, (line, socket) => (/^EHLO/.test(line) ? forever(socket, text) : undefined)),
    ]) {
      const before = process.memoryUsage().rss;
      const answers = await Promise.all([mailer.check(at), mailer.send(at, letter)]);
      // A server that answers 250 to every command in time is a valid mail server, so `check` and `send` succeed.
      if (!text.startsWith('250 ')) expect([answers[0], answers[1].failure]).not.toContain(null);
      // The connection is closed, and no socket stays open.
      await expect.poll(() => [...sockets].filter(({ destroyed }) => !destroyed)).toEqual([]);
      expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20);
    }
  });
});

test('gives up on a mail server that sends empty lines, after a limited number of bytes', async () => {
  for (const { at, mailer, sockets } of [
    await speaking(
      (socket) => forever(socket, '\r\n'.repeat(5000)),
      () => undefined,
      60_000,
    ),
    await speaking(
      greets,
      (line, socket) => (/^EHLO/.test(line) ? forever(socket, '\r\n'.repeat(5000)) : undefined),
      60_000,
    ),
  ]) {
    expect([await mailer.check(at), (await mailer.send(at, letter)).failure]).not.toContain(null);
    await expect.poll(() => [...sockets].filter(({ destroyed }) => !destroyed)).toEqual([]);
    // The SMTP client processes one queued line in each turn of the event loop, so a long queue would keep this process busy for minutes.
    await expect.poll(() => process.getActiveResourcesInfo().filter((kind) => kind === 'Immediate')).toEqual([]);
    // The written bytes include those in the system's buffers, which Licet has not read.
    for (const { bytesWritten } of sockets) expect(bytesWritten).toBeLessThan(16 * 2 ** 20);
  }
});

describe('the password of the mail server', () => {
  test('is not sent when encryption is stripped from the connection', async () => {
    const plain = (line: string, socket: Socket) => {
      if (/^EHLO/.test(line)) socket.write('250-mail\r\n250-AUTH PLAIN LOGIN\r\n250 SIZE 100000\r\n');
      else if (/^STARTTLS/.test(line)) socket.write('454 not now\r\n');
      else socket.write('250 fine\r\n');
    };
    const pretends = (line: string, socket: Socket) => {
      if (/^EHLO/.test(line)) socket.write('250-mail\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN\r\n');
      else if (/^STARTTLS/.test(line)) socket.write('220 go on\r\n235 you are in\r\n250 AUTH PLAIN\r\n');
      else socket.write('250 fine\r\n');
    };
    for (const answer of [plain, pretends])
      for (const security of ['starttls', 'tls'] as const) {
        const { at, heard, mailer } = await speaking(greets, answer);
        expect(await mailer.check({ ...at, security })).not.toBeNull();
        expect((await mailer.send({ ...at, security }, letter)).failure).not.toBeNull();
        expect(heard.filter((line) => /^(AUTH|MAIL|RCPT|DATA)/i.test(line))).toEqual([]);
      }
  });

  test('is hidden from administrators even if the server repeats it', async () => {
    const echoes = (line: string, socket: Socket) => {
      if (/^EHLO/.test(line)) socket.write('250-mail\r\n250 AUTH PLAIN LOGIN\r\n');
      else socket.write(`535 5.7.8 no “${line}”, ${password}\u001b[31m\r\n`);
    };
    const { at, heard, mailer } = await speaking(greets, echoes, 10 * patience);
    const said = JSON.stringify([await mailer.check(at), await mailer.send(at, letter)]);
    const told = heard.filter((line) => /^AUTH/.test(line)).map((line) => line.split(' ').at(-1) ?? '');
    expect(told.length).toBeGreaterThan(0);
    for (const secret of [password, Buffer.from(password).toString('base64'), ...told])
      expect(said).not.toContain(secret);
    expect(said).toContain('535 5.7.8 no');
    expect(said).not.toContain('u001b');
  });
});
