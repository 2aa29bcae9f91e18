import type { Socket } from 'node:net';
import { limits } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenSocket, openGuard, socketsBy } from '../../outgoing/guard.ts';
import { Refusal } from '../../refusal.ts';
import { checkPassword } from './check-password.ts';
import { corpDirectory, corpPassword, corpSettings, dnOf } from './corp.testing.ts';
import { createDirectories } from './directories.ts';
import {
  bindResponse,
  goodbye,
  message,
  type Request,
  type Script,
  type ScriptedDirectory,
  searchDone,
  searchEntry,
  startScripted,
} from './scripted.testing.ts';

// A directory, or an attacker in its place, with wrong answers.

let scripted: ScriptedDirectory;
let script: Script;
beforeAll(async () => {
  scripted = await startScripted(() => script);
});
afterAll(() => scripted.close());
beforeEach(() => {
  scripted.asked.length = 0;
});

const guard = openGuard({ allowed: ['127.0.0.1'] });
const directories = createDirectories(guard, 20_000);
const impatient = createDirectories(guard, 300);
const directory = () =>
  corpDirectory(
    corpSettings(
      { tlsPort: 0, authority: '' },
      { url: scripted.url, startTls: false, caCertificate: null, groupSource: 'none' },
    ),
  );
const check = async (by = directories) => {
  try {
    return (await by.check(directory(), { login: 'ada' }, { login: 'ada', password: corpPassword })).kind;
  } catch (error) {
    if (error instanceof Refusal) return error.problem.code;
    throw error;
  }
};
const ada = (request: Request, overrides: Record<string, string[]> = {}) =>
  searchEntry(request, dnOf('ada'), { entryUUID: ['an id'], uid: ['ada'], cn: ['Ada'], ...overrides });
/** A directory that answers correctly, except for the overridden operation. */
const but =
  (overrides: { bind?: Script; search?: Script }): Script =>
  (request, socket) => {
    if (request.operation === 0x60) return (overrides.bind ?? ((it) => [bindResponse(it)]))(request, socket);
    if (request.operation === 0x63) return (overrides.search ?? ((it) => [ada(it), searchDone(it)]))(request, socket);
    return [];
  };

test('accepts a correct password when the directory behaves correctly', async () => {
  script = but({});
  expect(await check()).toBe('right');
});

describe('a faulty directory signs no user in', () => {
  test.each<[string, Script]>([
    ['meaningless bytes', but({ search: () => [Buffer.from('48545450', 'hex')] })],
    ['an endless message', but({ search: () => [Buffer.from('3084ffffffff020102', 'hex')] })],
    ['an empty message', but({ search: () => [Buffer.from('3000', 'hex')] })],
    ['an unknown operation', but({ search: ({ id }) => [message(id, 0x7e, Buffer.alloc(0))] })],
    ['a truncated entry', but({ search: ({ id }) => [message(id, 0x64, Buffer.from('04ff', 'hex'))] })],
    ['an answer to another request', but({ search: ({ id }) => [searchDone({ id: id + 1 })] })],
    ['a notice of disconnection', but({ search: leaving })],
    ['nothing and disconnects', but({ bind: gone })],
    ['one byte at a time', but({ search: trickling })],
    ['an entry of 5 MB', but({ search: (it) => [ada(it, { cn: ['x'.repeat(5_000_000)] }), searchDone(it)] })],
    ['endless entries', but({ search: pouring })],
  ])('when it sends %s', async (_, answers) => {
    script = answers;
    expect(await check(impatient)).toMatch(/^provider_(unreachable|wrong)$/);
  });
});

test('closes its connections and frees their slots when a directory never completes its responses', async () => {
  const open = new Set<Socket>();
  const hanging = (request: Request, socket: Socket) => {
    open.add(socket.once('close', () => open.delete(socket)));
    return request.operation === 0x60 ? [bindResponse(request)] : [];
  };
  script = hanging;
  const all = Array.from({ length: limits.ldapAtOnce.value }, () => check(impatient));
  expect(new Set(await Promise.all(all))).toEqual(new Set(['provider_unreachable']));
  await expect.poll(() => open.size).toBe(0);
  script = but({});
  await expect.poll(() => check(impatient)).toBe('right');
});

test('does not send a password that a directory could treat as empty', async () => {
  script = but({});
  for (const password of ['', '\0', '\0more']) {
    const checked = await directories.check(directory(), { login: 'ada' }, { login: 'ada', password });
    expect(checked.kind).toBe('nobody');
  }
  expect(scripted.asked).toEqual([]);
});

test('gives up on a connection that can no longer be written to', async () => {
  script = but({});
  let opened: Socket | undefined;
  const half: OpenSocket = async (...to) => {
    opened = await socketsBy(guard)(...to);
    return opened.end();
  };
  const asked = checkPassword(half, directory(), { login: 'ada' }, { login: 'ada', password: corpPassword }, 300);
  await expect(asked).rejects.toMatchObject({ name: 'OutgoingError' });
  await expect.poll(() => opened?.destroyed).toBe(true);
});

test('refuses a referral in answer to a bind or a search', async () => {
  script = but({ search: (it) => [searchDone(it, 10)] });
  expect(await check()).toBe('provider_wrong');
  let binds = 0;
  script = but({ bind: (it) => [bindResponse(it, ++binds === 1 ? 0 : 10)] });
  expect(await check()).toBe('provider_wrong');
});

test('refuses more entries than requested, and an entry without its id', async () => {
  script = but({ search: (it) => [ada(it), ada(it), ada(it), searchDone(it)] });
  expect(await check()).toBe('nobody');
  script = but({ search: (it) => [ada(it, { entryUUID: [] }), searchDone(it)] });
  expect(await check()).toBe('nobody');
});

function leaving(_: Request, socket: Socket): Buffer[] {
  socket.end(goodbye());
  return [];
}

function gone(_: Request, socket: Socket): Buffer[] {
  socket.destroy();
  return [];
}

function trickling(request: Request, socket: Socket): Buffer[] {
  const bytes = ada(request);
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= bytes.length) return clearInterval(timer);
    socket.write(bytes.subarray(at, ++at));
  }, 50);
  return [];
}

function pouring(request: Request, socket: Socket): Buffer[] {
  const bytes = ada(request);
  const next = () => {
    if (socket.destroyed) return;
    for (let index = 0; index < 500; index++) socket.write(bytes);
    setImmediate(next);
  };
  next();
  return [];
}
