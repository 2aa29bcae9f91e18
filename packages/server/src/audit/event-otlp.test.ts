import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Event } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutgoing } from '../outgoing/outgoing.ts';
import { feedBehind } from '../store/audit/events.ts';
import { type Listener, listen } from '../store/kernel/listen.ts';
import { addGroup, build, type TestStore, testStore } from '../store/store.testing.ts';
import { EventFeed } from './event-feed.ts';
import { otlpFeed, toCollector } from './event-otlp.ts';

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface LogRecord {
  readonly timeUnixNano: string;
  readonly eventName: string;
  readonly attributes: readonly Attribute[];
  readonly body: { readonly kvlistValue: { readonly values: readonly Attribute[] } };
}

let store: TestStore;
/** The API key and the records of each request that the collector accepted. */
const took: { readonly key: string | undefined; readonly records: readonly LogRecord[] }[] = [];
let answer: () => { readonly status: number; readonly body?: object } = () => ({ status: 200, body: {} });
const collector = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { resourceLogs } = JSON.parse(body);
  const { status, body: said } = answer();
  if (status < 300 && !(said && 'partialSuccess' in said))
    took.push({ key: String(request.headers['x-key']), records: resourceLogs[0].scopeLogs[0].logRecords });
  response.writeHead(status, { 'content-type': 'application/json' }).end(said && JSON.stringify(said));
});
let listener: Listener;
let feed: EventFeed;
const errors: unknown[] = [];

beforeAll(async () => {
  store = await testStore();
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const to = { url: `http://${host}/v1/logs`, headers: { 'x-key': 'let me in' } };
  listener = listen(store.database);
  feed = new EventFeed({
    database: store.database,
    listener,
    name: otlpFeed,
    pause: 20,
    send: toCollector(createOutgoing({ allowed: [host] }), to, { version: '1.2.3', issuer: 'https://id.example' }),
    onError: (error) => errors.push(error),
  });
});
afterAll(async () => {
  await feed.close();
  await listener.close();
  collector.close();
  await store.close();
});

const make = (name: string) => build(store.database, (change) => addGroup(change, name));
const of = (attributes: readonly Attribute[] | undefined) =>
  Object.fromEntries((attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));

test('sends each change as a log record, with its time to the microsecond and the complete event', async () => {
  await expect.poll(() => feedBehind(store.database.pool, otlpFeed)).toBe(0);
  await make('Night shift');
  await expect.poll(() => took.length).toBe(1);
  const [{ key, records } = { key: '', records: [] }] = took;
  const { rows } = await store.database.pool.query(
    'select no, (extract(epoch from at) * 1000000)::bigint as at from change order by no desc limit 1',
  );
  expect(key).toBe('let me in');
  expect(records.map(({ timeUnixNano }) => timeUnixNano)).toEqual([`${rows[0].at}000`]);
  expect(of(records[0]?.attributes)).toMatchObject({
    'licet.audit.no': `${rows[0].no}`,
    'licet.audit.target.name': 'a test',
    'licet.audit.target.kind': 'test',
  });
  const event = of(records[0]?.body.kvlistValue.values) as Partial<Record<keyof Event, unknown>>;
  expect(event.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(records[0]?.eventName).toBe(`licet.${event.action}`);
});

test('resends changes that a collector refuses entirely or in part', async () => {
  const before = took.length;
  const answers = [{ status: 503 }, { status: 200, body: { partialSuccess: { rejectedLogRecords: '1' } } }];
  answer = () => answers.shift() ?? { status: 200, body: {} };
  await make('Day shift');
  await expect.poll(() => took.length).toBe(before + 1);
  expect(errors.map(String)).toEqual([
    expect.stringMatching(/answered 503; changes from \d+ on wait for it/),
    expect.stringMatching(/took all but 1 of the changes from \d+ on; they wait/),
  ]);
});
