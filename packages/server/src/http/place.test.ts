import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits, type PlannedChange } from '@licet/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { corpSettings } from '../identity/directories/corp.testing.ts';
import { aboutConnection } from '../identity/keys/secrets.ts';
import { insertConnection, keepConnectionSecret } from '../store/connections/connections.ts';
import { usualDirectory } from '../usecases/connections/read.ts';
import type { Caller } from '../usecases/context.ts';
import { makeAll, sentChanges } from '../usecases/plans/together/together.testing.ts';
import { secrets, type TestLicet, testLicet } from '../usecases/testing.ts';
import { servedTo } from './served.testing.ts';

// Attack: one caller occupies the server's only slot for imports and large plans, and so blocks all others.

let licet: TestLicet;
let app: FastifyInstance;
let port: number;
/** The same server over a Unix socket, where the system buffers less unread data. */
let local: FastifyInstance;
let socketPath: string;
let folder: string;
let importing: string;
let key: string;
const callers: Record<string, Caller> = {};

beforeAll(async () => {
  licet = await testLicet();
  const [shop, desk] = [await licet.owned(), await licet.owned()];
  key = desk.key;
  importing = `/applications/${shop.key}/imports?kind=permissions&dryRun=true`;
  Object.assign(callers, { owner: shop.owner, other: desk.owner, admin: licet.admin, member: await licet.user() });
  app = await servedTo(licet, callers);
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
  folder = mkdtempSync(join(tmpdir(), 'licet-place-'));
  socketPath = join(folder, 'http');
  local = await servedTo(licet, callers);
  await local.listen({ path: socketPath });
});
afterAll(async () => {
  for (const each of [app, local]) {
    each.server.closeAllConnections();
    await each.close();
  }
  rmSync(folder, { recursive: true });
  await licet.close();
});

const types = { json: 'application/json', text: 'text/plain' } as const;

function begin(
  who: string,
  path: string,
  type: keyof typeof types = 'text',
  where: { host: string; port: number } | { socketPath: string } = { host: '127.0.0.1', port },
) {
  const options = { ...where, method: 'POST', path: `/api/v1${path}` };
  const sending = request({ ...options, headers: { 'x-who': who, 'content-type': types[type] } });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve);
    sending.once('error', reject);
  });
  answered.catch(() => undefined);
  return { sending, answered };
}

async function ask(
  who: string,
  path: string,
  body: string,
  type: keyof typeof types = 'text',
  field: 'code' | 'detail' = 'code',
): Promise<string> {
  const { sending, answered } = begin(who, path, type);
  sending.end(body);
  return refusalOf(await answered, field);
}

/** Returns the `code` or `detail` of the problem at the end of a response; `ok` if there is none. */
async function refusalOf(response: IncomingMessage, field: 'code' | 'detail' = 'code'): Promise<string> {
  let text = '';
  for await (const piece of response) text += piece;
  const last = JSON.parse(text.trim().split('\n').at(-1) ?? '');
  return (last.problem ?? last)[field] ?? 'ok';
}

const tryImport = (who = 'owner') => ask(who, importing, 'ada\tread\n');
const imported = () => vi.waitFor(async () => expect(await tryImport()).toBe('ok'), { timeout: 60_000, interval: 50 });

/** Shortens the time that the server waits for a client to a fifth, until the test ends. */
function shortenPatience(): void {
  const { value } = limits.requestTimeout;
  const patience = vi.spyOn(limits.requestTimeout, 'value', 'get').mockReturnValue((value / 5) as typeof value);
  onTestFinished(() => patience.mockRestore());
}

const permissions = (count: number) =>
  Array.from(
    { length: count },
    (_, n): PlannedChange => ({
      call: 'permissions.create',
      params: { application: key },
      body: { name: `area:${n}` },
    }),
  );

test('refuses callers without permission before they occupy the slot for long calls', async () => {
  const { applied } = (await makeAll(licet, licet.admin, permissions(5))) as { applied: { last: number } };
  const member = callers.member && 'userId' in callers.member ? callers.member.userId : '';
  const reverts = [{ plan: applied.last }, { by: member, from: '2000-01-01T00:00:00Z' }].map((it) =>
    JSON.stringify(it),
  );
  let finished = false;
  const codes = new Set<string>();
  const loops = Array.from({ length: 4 }, async () => {
    while (!finished)
      for (const revert of reverts) codes.add(await ask('member', '/plans/revert/long', revert, 'json'));
  });
  const imports: string[] = [];
  for (let round = 0; round < 8; round += 1) imports.push(await tryImport());
  finished = true;
  await Promise.all(loops);
  expect([...codes]).toEqual(['forbidden']);
  expect(new Set(imports)).toEqual(new Set(['ok']));
  for (const path of ['/plans/long', '/plans/application/long']) {
    const { sending, answered } = begin('member', path);
    sending.write('{"change": ');
    expect(await refusalOf(await answered)).toBe('forbidden');
    expect(await tryImport()).toBe('ok');
    sending.destroy();
  }
});

test('frees the slot when a body arrives too slowly, so that a fast call succeeds', async () => {
  shortenPatience();
  const [line = ''] = sentChanges(permissions(1)).split('\n');
  const trickling = () => {
    const { sending, answered } = begin('other', '/plans/long');
    const trickle = setInterval(() => sending.write(`${line}\n`), 200);
    const code = answered
      .then((response) => refusalOf(response))
      .finally(() => {
        clearInterval(trickle);
        sending.destroy();
      });
    return { refused: false, code: code.finally(() => Object.assign(slow, { refused: true })) };
  };
  let slow = { refused: true, code: Promise.resolve('') };
  const holds = async () => {
    // If an import of another test still runs, this import is refused, and `waitFor` tries again.
    if (slow.refused) slow = trickling();
    expect(await ask('owner', importing, 'ada\tread\n', 'text', 'detail')).toContain('is working on');
  };
  await vi.waitFor(holds, { timeout: 60_000, interval: 50 });
  await imported();
  expect(await slow.code).toBe('request_timeout');
});

test('frees the slot when a client never reads the response', async () => {
  shortenPatience();
  // 500 kB is more than the system buffers; a socket takes about 200 kB.
  const groups = Array.from({ length: 250 }, (_, n) => n);
  const description = 'x'.repeat(2000);
  const made = groups.map((n): PlannedChange => ({ call: 'groups.create', body: { name: `Group ${n}`, description } }));
  await makeAll(licet, licet.admin, made);
  const { rows } = await licet.database.pool.query<{ id: string }>('select id from groups where no_to > 1e18');
  const ends = rows.map(({ id }): PlannedChange => ({ call: 'groups.remove', params: { group: id } }));
  const { applied } = (await makeAll(licet, licet.admin, ends)) as { applied: { last: number } };
  const { sending, answered } = begin('admin', '/plans/revert/long', 'json', { socketPath });
  sending.end(JSON.stringify({ plan: applied.last }));
  // The client never reads the body of the response.
  await answered;
  expect(await tryImport()).toBe('busy');
  await imported();
  sending.destroy();
});

test('frees the slot immediately when the caller of a preview disconnects', async () => {
  // A directory that accepts connections and never answers. Licet would wait ten minutes for it.
  const directory = createServer((socket) => socket.resume().on('error', () => undefined));
  await once(directory.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void directory.close());
  const { port: tlsPort } = directory.address() as AddressInfo;
  const connection = await licet.build(async (change) => {
    const settings = corpSettings({ tlsPort, authority: '' });
    const id = await insertConnection(change, { ...usualDirectory, name: 'Silent', kind: 'ldap', directory: settings });
    await keepConnectionSecret(change.connection, id, secrets.seal('secret', aboutConnection(id)), null);
    return id;
  });
  const { sending, answered } = begin('admin', `/connections/${connection}/sync-plan`, 'json');
  const connected = once(directory, 'connection');
  sending.end();
  const [socket] = await Promise.race([connected, answered.then(() => expect.fail('The preview has ended.'))]);
  expect(await tryImport()).toBe('busy');
  sending.destroy();
  await vi.waitFor(() => expect(socket.closed).toBe(true), { timeout: 60_000, interval: 50 });
  await imported();
});

test('gives the slot to a waiting caller before one that keeps calling', async () => {
  let finished = false;
  let said: string[] = [];
  const loops = Array.from({ length: 3 }, async () => {
    while (!finished)
      said.push(await ask('other', '/plans/long', sentChanges(permissions(60).slice(10)), 'text', 'detail'));
  });
  for (let round = 0; round < 3; round += 1) {
    await vi.waitFor(async () => expect(await tryImport()).toBe('busy'), { timeout: 60_000, interval: 1 });
    said = [];
    await vi.waitFor(() => expect(said.join()).toContain('large plan is next'), { timeout: 60_000, interval: 1 });
    expect(await tryImport()).toBe('ok');
  }
  finished = true;
  await Promise.all(loops);
});
