import { once } from 'node:events';
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { limits } from '@licet/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../usecases/context.ts';
import { anonymous, type TestLicet, testLicet } from '../usecases/testing.ts';
import { servedTo } from './served.testing.ts';

// Attack: one request blocks all others. A header names the caller in these tests, because authentication does not
// affect how bodies are read.

let licet: TestLicet;
let app: FastifyInstance;
let port: number;
let key: string;
const callers: Record<string, Caller> = { nobody: anonymous };

beforeAll(async () => {
  licet = await testLicet();
  const shop = await licet.owned();
  key = shop.key;
  Object.assign(callers, { admin: licet.admin, owner: shop.owner, member: await licet.user() });
  app = await servedTo(licet, callers);
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
  await licet.close();
});

interface Sent {
  readonly who?: string;
  readonly method?: string;
  readonly type?: string | null;
  /** The declared length of the body, which is then not sent. */
  readonly length?: number;
  /** The pieces of the body. The test has only the piece in memory that is being sent. */
  readonly pieces?: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
}

/** Sends a body piece by piece, as fast as the server reads it. */
async function post(
  path: string,
  { who = 'nobody', method = 'POST', type = 'application/json', length, pieces = [] }: Sent,
) {
  const request = send({
    host: '127.0.0.1',
    port,
    method,
    path: `/api/v1${path}`,
    headers: {
      'x-who': who,
      ...(type === null ? {} : { 'content-type': type }),
      ...(length === undefined ? {} : { 'content-length': length }),
    },
  });
  request.on('error', () => undefined); // the server may stop reading a body that it refuses
  const answered = once(request, 'response');
  let open = true;
  answered.then(
    () => {
      open = false;
    },
    () => undefined,
  );
  for await (const piece of pieces) {
    if (!open) break;
    if (!request.write(piece)) await Promise.race([once(request, 'drain'), answered]);
  }
  if (length === undefined) request.end();
  else request.flushHeaders();
  const [response] = (await answered) as [NodeJS.ReadableStream & { statusCode: number }];
  let text = '';
  for await (const chunk of response) text += chunk;
  if (length !== undefined) request.destroy();
  const last = text.trim().split('\n').at(-1) ?? '';
  return { status: response.statusCode, text, body: (last ? JSON.parse(last) : {}) as { code?: string } };
}

const times = (piece: string, count: number) =>
  (function* () {
    const buffer = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
    for (let left = piece.length * count; left > 0; left -= buffer.length) yield buffer.subarray(0, left);
  })();

/** The longest time in milliseconds for which the work blocks the event loop. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let finished = false;
  const cpu = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const watch = (async () => {
    for (let last = cpu(); !finished; ) {
      await turn();
      const now = cpu();
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  await work().finally(() => {
    finished = true;
  });
  await watch;
  return longest;
}

/** The largest growth of this process's memory in bytes during the work. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const held = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = held();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, held());
  }, 5);
  await work().finally(() => clearInterval(watch));
  return most - before;
}

const importing = '/applications/KEY/imports?kind=permissions';
const to = (path: string) => path.replace('KEY', key);

describe('a caller without permission', () => {
  test.each(['application/json', 'text/plain', 'image/png', null])(
    'is refused before a body of type %s is read',
    async (type) => {
      const answers: unknown[] = [];
      const turnOf = await longestTurn(async () => {
        const answer = await post(to(importing), { type, pieces: times('[', 8 * 2 ** 20) });
        answers.push(answer.status, answer.body.code);
      });
      expect(answers).toEqual([401, 'unauthenticated']);
      expect(turnOf).toBeLessThan(100);
    },
  );

  test('cannot fill memory with a large body', async () => {
    const grown = await growth(async () => {
      const answer = await post(to(importing), { pieces: times('[1,2,3],', 4 * 2 ** 20) });
      expect(answer.status).toBe(401);
    });
    expect(grown).toBeLessThan(32 * 2 ** 20);
  });

  test('is refused for lack of permission, not for an invalid body', async () => {
    expect(await post('/users', { pieces: ['{'] })).toMatchObject({ status: 401 });
    expect(await post('/users', { who: 'member', pieces: ['{'] })).toMatchObject({ body: { code: 'forbidden' } });
    expect(await post('/users', { who: 'member', pieces: ['{"no":1}'] })).toMatchObject({
      body: { code: 'forbidden' },
    });
    expect(await post('/users', { who: 'member', type: 'a/b', pieces: ['x'] })).toMatchObject({ status: 403 });
    expect(await post('/users/no-id/suspend', { who: 'member' })).toMatchObject({ body: { code: 'forbidden' } });
    expect(await post('/me', { method: 'PATCH', pieces: ['{"no":1}'] })).toMatchObject({ status: 401 });
  });

  test('is refused if its user is suspended while the body arrives', async () => {
    const manager = await licet.user('users.manage');
    callers.manager = manager;
    async function* slowly() {
      yield '{"username":"late",';
      await sleep(100);
      // Other callers can make changes meanwhile, because nothing is locked while a body arrives.
      await licet.call('users.suspend', licet.admin, { params: { user: manager.userId } });
      yield '"name":"Late"}';
    }
    expect(await post('/users', { who: 'manager', pieces: slowly() })).toMatchObject({ status: 401 });
  });
});

describe('the body of a permitted call', () => {
  test('must have the media type that the call declares', async () => {
    const unsupported = { status: 415, body: { code: 'unsupported_media_type' } };
    expect(await post('/users', { who: 'admin', type: 'text/plain', pieces: ['{}'] })).toMatchObject(unsupported);
    expect(await post('/users', { who: 'admin', type: null, pieces: ['{}'] })).toMatchObject(unsupported);
    expect(await post(to(importing), { who: 'admin', pieces: ['[]'] })).toMatchObject(unsupported);
    expect(
      await post('/users', { who: 'admin', type: 'Application/JSON; charset=utf-8', pieces: ['{}'] }),
    ).toMatchObject({ body: { code: 'invalid_request' } });
  });

  test.each([
    ['nested', '[', 2 ** 20 - 1, 'malformed_body'],
    ['of many values', '1,', 2 ** 19 - 8, 'malformed_body'],
    ['one long text', ' ', 2 ** 20 + 1, 'too_large'],
  ])('delays no other request, even if it is %s', async (_, piece, count, code) => {
    const found: unknown[] = [];
    const turnOf = await longestTurn(async () => {
      function* pieces() {
        yield '[';
        yield* times(piece, count);
      }
      found.push((await post('/users', { who: 'admin', pieces: pieces() })).body.code);
    });
    expect(found).toEqual([code]);
    expect(turnOf).toBeLessThan(100);
  });

  test('has a maximum depth and number of values', async () => {
    const { jsonDepth, jsonValues } = limits;
    const nested = (depth: number) => `{"name":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    const wide = (values: number) => `{"permissions":[${Array(values).fill(0).join(',')}]}`;
    const codeOf = async (body: string) => (await post('/users', { who: 'admin', pieces: [body] })).body.code;
    expect(await codeOf(nested(jsonDepth.value))).toBe('invalid_request');
    expect(await codeOf(nested(jsonDepth.value + 1))).toBe('malformed_body');
    expect(await codeOf(wide(jsonValues.value - 1))).toBe('invalid_request');
    expect(await codeOf(wide(jsonValues.value + 1))).toBe('malformed_body');
  });

  test('delays no other request, even with thousands of invalid values', async () => {
    const id = '"01a1fd60-b421-70dc-9693-52f823154a0x"';
    const many = (piece: string, count: number) => Array(count).fill(piece).join(',');
    for (const body of [
      `{"name":"x","permissions":[${many(id, 25_000)}]}`,
      `{"name":"x","permissions":[${many('{}', 12_500)}]}`,
      `{${Array.from({ length: 25_000 }, (_, index) => `"field${index}":0`).join(',')}}`,
    ]) {
      const turnOf = await longestTurn(async () => {
        const answer = await post(to('/applications/KEY/roles'), { who: 'admin', pieces: [body] });
        expect(answer.body.code).toBe('invalid_request');
      });
      expect(turnOf, body.slice(0, 60)).toBeLessThan(100);
    }
  });

  test('is limited to a small size for unauthenticated calls', async () => {
    const large = { status: 413, body: { code: 'too_large' } };
    for (const path of ['/setup', '/password-links', '/password-links/redeem'])
      expect(await post(path, { pieces: times(' ', 2 ** 20) }), path).toMatchObject(large);
    expect(await post('/nowhere', { pieces: times('[', 2 ** 20) })).toMatchObject(large);
  });
});

describe('an import', () => {
  const text = { who: 'admin', type: 'text/plain' };

  test('is read as it arrives, and delays no other request', async () => {
    const turnOf = await longestTurn(async () => {
      const answer = await post(to(`${importing}&dryRun=true`), {
        ...text,
        pieces: times('someone\tread\n', 100_000),
      });
      expect(answer.body).toMatchObject({ report: { lines: 100_000, created: { grants: 1 } } });
    });
    expect(turnOf).toBeLessThan(100);
  });

  test('is limited in bytes and in records', async () => {
    const { importBytes, importRecords } = limits;
    const long = await post(to(importing), { ...text, length: importBytes.value + 1 });
    expect(long).toMatchObject({ status: 413, body: { code: 'too_large' } });
    const many = await post(to(importing), { ...text, pieces: times('u\tp\n', importRecords.value + 1) });
    expect(many).toMatchObject({ status: 413, body: { code: 'too_large' } });
  });

  test('is refused as soon as it exceeds the limit, before the rest has arrived', async () => {
    let ended = false;
    async function* endless() {
      yield* times('u\tp\n', limits.importRecords.value + 1);
      for (let piece = 0; piece < 200; piece += 1) {
        await sleep(50);
        yield 'u\tp\n';
      }
      ended = true;
    }
    expect((await post(to(importing), { ...text, pieces: endless() })).body.code).toBe('too_large');
    expect(ended).toBe(false);
  });

  test('reads a catalogue role by role, and refuses deep nesting', async () => {
    const path = to('/applications/KEY/imports?kind=catalogue&dryRun=true');
    const rejected = { status: 400, body: { code: 'import_rejected' } };
    const role = JSON.stringify({ name: 'reader', permissions: ['read', 'list'] });
    function* roles() {
      yield '[';
      yield* times(`${role},`, 20_000);
      yield `${role}]`;
    }
    const turnOf = await longestTurn(async () => {
      expect(await post(path, { ...text, pieces: times('[', 8 * 2 ** 20) })).toMatchObject(rejected);
      expect((await post(path, { ...text, pieces: roles() })).body).toMatchObject({
        report: { lines: 20_001, created: { roles: 1, permissions: 2 } },
      });
    });
    expect(turnOf).toBeLessThan(100);
  });
});
