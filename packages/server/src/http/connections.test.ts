import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Closing } from './connections.ts';
import { listenAt } from './listening.ts';

let app: FastifyInstance;
let closing: Closing;
let port: number;
let release: () => void;
const sockets: Socket[] = [];
const patience = 20_000;

beforeEach(async () => {
  app = Fastify();
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  app.post('/now', async () => 'now');
  app.post('/held', async () => {
    await released;
    return 'held';
  });
  closing = await listenAt(app, { host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterEach(async () => {
  release();
  await closing.end(patience);
  for (const socket of sockets.splice(0)) socket.destroy();
});

test('answers requests sent at the moment of shutdown, on open and new connections', async () => {
  const [kept, unused] = await Promise.all([connection(), connection()]);
  expect(await kept.ask('/now')).toEqual({ status: 200, ends: false, body: 'now' });
  const ended = closing.end(patience);
  const late = connection();
  const answers = [kept.ask('/now'), unused.ask('/now'), late.then(({ ask }) => ask('/now'))];
  expect(await Promise.all(answers)).toEqual(Array(3).fill({ status: 200, ends: true, body: 'now' }));
  await ended;
  await expect(connection()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('while draining, closes each connection after its response and still accepts new ones', async () => {
  const [kept, held] = await Promise.all([connection(), connection()]);
  await kept.ask('/now');
  const entered = new Promise((resolve) => app.server.once('request', resolve));
  const answer = held.ask('/held');
  await entered;
  closing.leave();
  release();
  expect(await answer).toEqual({ status: 200, ends: true, body: 'held' });
  expect(await kept.ask('/now')).toEqual({ status: 200, ends: true, body: 'now' });
  expect(await (await connection()).ask('/now')).toEqual({ status: 200, ends: true, body: 'now' });
  for (const { closed } of [kept, held]) await closed;
});

test('closes idle connections and waits for pending responses', async () => {
  const [idle, unfinished, held] = await Promise.all([connection(), connection(), connection()]);
  unfinished.socket.write('POST /now HTTP/1.1\r\nhost: loc');
  const answer = held.ask('/held');
  await once(app.server, 'request');
  let ended = false;
  const ending = closing.end(patience).then(() => {
    ended = true;
  });
  await Promise.all([idle.closed, unfinished.closed]);
  expect(ended).toBe(false);
  release();
  expect(await answer).toMatchObject({ status: 200, body: 'held' });
  await ending;
});

test('closes every connection when the grace period ends', async () => {
  const held = await connection();
  const answer = held.ask('/held').catch((error: Error) => error.message);
  await once(app.server, 'request');
  await closing.end(100);
  expect(await answer).toBe('The connection ended before the answer.');
});

test('finishes when the last connection closes at the moment listening stops', async () => {
  // Runs in a separate process, because an endless loop cannot be stopped from within.
  const program = `
    import { once } from 'node:events';
    import { connect, Server } from 'node:net';
    import Fastify from 'fastify';
    import { listenAt } from ${JSON.stringify(new URL('listening.ts', import.meta.url).href)};
    const app = Fastify();
    const closing = await listenAt(app, { host: '127.0.0.1', port: 0 });
    connect(app.server.address().port, '127.0.0.1').on('error', () => undefined);
    const [socket] = await once(app.server, 'connection');
    const { close } = Server.prototype;
    Server.prototype.close = function (...all) {
      socket.destroy();
      return close.apply(this, all);
    };
    await closing.end(20_000);
  `;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    timeout: 60_000,
  });
  expect(stderr).toBe('');
});

/** A client connection that sends its requests one after another. */
async function connection() {
  const socket = connect({ host: '127.0.0.1', port });
  sockets.push(socket);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  socket.setEncoding('utf8').on('error', () => undefined);
  const ask = (path: string) =>
    new Promise<object>((resolve, reject) => {
      let text = '';
      socket.on('data', (part: string) => {
        text += part;
        const [head = '', body = ''] = text.split('\r\n\r\n');
        if (!body) return;
        socket.removeAllListeners('data');
        resolve({ status: Number(head.split(' ')[1]), ends: /\r\nconnection: close/i.test(head), body });
      });
      void closed.then(() => reject(new Error('The connection ended before the answer.')));
      socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`);
    });
  return { socket, closed, ask };
}
