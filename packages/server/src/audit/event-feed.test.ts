import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Event } from '@licet/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOutgoing, signatureOf } from '../outgoing/outgoing.ts';
import { feedBehind, takeFeed } from '../store/audit/events.ts';
import { type Listener, listen } from '../store/kernel/listen.ts';
import { addGroup, build, type TestStore, testStore } from '../store/store.testing.ts';
import { EventFeed, toWebhook, webhookFeed } from './event-feed.ts';

let store: TestStore;
const ends: (() => Promise<unknown>)[] = [];
/** The requests that the collector received, each with the status that it answered. */
let posts: { readonly headers: IncomingMessage['headers']; readonly body: string; readonly status: number }[] = [];
let answer: (events: readonly Event[]) => number = () => 204;
const collector = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const status = answer(JSON.parse(body).events);
  posts.push({ headers: request.headers, body, status });
  response.writeHead(status).end();
});
const secret = 's'.repeat(32);

beforeAll(async () => {
  store = await testStore();
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
  await make('before anybody listened');
});
afterAll(async () => {
  collector.close();
  await store.close();
});
beforeEach(() => {
  posts = [];
  answer = () => 204;
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const make = (name: string) => build(store.database, (change) => addGroup(change, name));
const taken = (): readonly Event[] =>
  posts.filter(({ status }) => status < 300).flatMap(({ body }) => JSON.parse(body).events);
const numbers = () => taken().map(({ no }) => no);
const newest = async () => Number((await store.database.pool.query('select max(no) as no from change')).rows[0].no);
/** Waits until the position is stored. A server that stops earlier would send the changes again. */
const noted = () => expect.poll(() => feedBehind(store.database.pool, webhookFeed)).toBe(0);
const errors: unknown[] = [];

/** A server that feeds the collector. */
function start(): void {
  const listener: Listener = listen(store.database);
  const host = `127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const feed = new EventFeed({
    database: store.database,
    listener,
    name: webhookFeed,
    pause: 20,
    send: toWebhook(createOutgoing({ allowed: [host] }), { url: `http://${host}/events`, secret }),
    onError: (error) => errors.push(error),
  });
  ends.push(
    () => listener.close(),
    () => feed.close(),
  );
}

test('sends each change once, in order and signed, while two servers run', async () => {
  start();
  await expect.poll(() => feedBehind(store.database.pool, webhookFeed)).toBe(0);
  start();
  const first = (await newest()) + 1;
  for (let no = 0; no < 20; no += 1) await make(`group ${no}`);
  await expect.poll(numbers).toEqual(Array.from({ length: 20 }, (_, no) => first + no));
  const { headers = {}, body = '' } = posts[0] ?? {};
  const said = { id: String(headers['webhook-id']), timestamp: String(headers['webhook-timestamp']), body };
  expect(headers['webhook-signature']).toBe(`v1,${signatureOf(secret, said)}`);
  expect(JSON.parse(body)).toMatchObject({ type: 'audit.events', id: said.id });
  await noted();
});

test('keeps changes that the collector refuses, and resends them once and in order', async () => {
  answer = () => 503;
  await make('refused at first');
  start();
  await expect.poll(() => posts.length).toBeGreaterThan(2);
  await make('behind it');
  expect(await feedBehind(store.database.pool, webhookFeed)).toBe(2);
  expect(String(errors.at(-1))).toMatch(/webhook of the audit's events answered 503; changes from \d+ on wait/);
  answer = () => 200;
  const last = await newest();
  await expect.poll(numbers).toEqual([last - 1, last]);
  await noted();
  await ends.pop()?.();
  start();
  await make('afterwards');
  await expect.poll(numbers).toEqual([last - 1, last, last + 1]);
  await noted();
});

test('at its start, sends the changes made while no server ran, in batches', async () => {
  const first = (await newest()) + 1;
  await store.database.pool.query(
    `update event_feeds set no = no - 5`, // as if the last five had not been delivered
  );
  for (let no = 0; no < 210; no += 1) await make(`many ${no}`);
  start();
  await expect.poll(numbers).toEqual(Array.from({ length: 215 }, (_, no) => first - 5 + no));
  expect(posts.length).toBe(2);
  await noted();
});

test('lets another server take over a feed only after the lease has expired', async () => {
  expect(await takeFeed(store.database, webhookFeed, 1)).toBe(await newest());
  expect(await takeFeed(store.database, webhookFeed, 1)).toBeUndefined();
  await expect.poll(() => takeFeed(store.database, webhookFeed, 60), { interval: 200 }).toBe(await newest());
});

test('after a restore, sends a change with a reused number under a new id', async () => {
  await store.database.pool.query(`update event_feeds set held_until = '-infinity'`);
  start();
  await expect.poll(() => feedBehind(store.database.pool, webhookFeed)).toBe(0);
  const before = await newest();
  await make('lost by the restore');
  await expect.poll(numbers).toEqual([before + 1]);
  await ends.pop()?.();
  await store.database.pool.query(
    'begin; set local session_replication_role = replica; ' +
      `update change set hash = sha256(hash), target_name = 'made after it' where no = ${before + 1}; update event_feeds set no = ${before}; commit`,
  );
  start();
  await expect.poll(numbers).toEqual([before + 1, before + 1]);
  const [first, second] = posts.map(({ headers }) => headers['webhook-id']);
  expect(second).not.toBe(first);
});
