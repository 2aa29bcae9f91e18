import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consoleClientId } from '@licet/contract';
import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../examples/ledger/sample/sign-in.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

// A minimal collector that stores the received OTLP messages as JSON.
interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string };
}
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
}
interface LogRecord {
  readonly traceId?: string;
  readonly body: { readonly stringValue: string };
  readonly severityText: string;
}
const received = {
  spans: [] as Span[],
  logs: [] as LogRecord[],
  texts: [] as string[],
  authorization: new Set<string>(),
};
const traceId = 'aaaabbbbccccdddd0000111122223333';
const stranger = '1234567890abcdef';
let collector: Server;
let licet: RunningLicet;
let address: string;

beforeAll(async () => {
  collector = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const { resourceSpans = [], resourceLogs = [] } = JSON.parse(text);
      for (const { scopeSpans } of resourceSpans) received.spans.push(...scopeSpans[0].spans);
      for (const { scopeLogs } of resourceLogs) received.logs.push(...scopeLogs[0].logRecords);
      received.texts.push(text);
      received.authorization.add(`${request.url} ${request.headers.authorization}`);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  licet = await startWithAdministrator({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: address,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      LICET_LOG_LEVEL: 'debug',
    },
  });
});
afterAll(() => endAll(licet, collector));

test('the trace of a request contains the contract call and every SQL statement of it', async () => {
  await licet.operator.users.create({
    body: { username: 'maya', name: 'Maya Traced', email: 'maya@traced.example' },
  });
  const root = await spanOf('users.create', 2);
  const all = received.spans.filter((it) => it.traceId === root.traceId);
  const call = all.find((it) => it.kind === 1 && it.name === 'users.create');
  expect(call?.parentSpanId).toBe(root.spanId);
  const statements = all.filter((it) => it.kind === 3);
  expect(statements.length).toBeGreaterThan(5);
  expect(statements.filter((it) => it.parentSpanId === call?.spanId).length).toBeGreaterThan(3);
  expect(statements.map(({ name }) => name)).toContain('commit');
  for (const it of all) {
    expect(BigInt(it.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(root.startTimeUnixNano));
    expect(BigInt(it.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(root.endTimeUnixNano));
  }
  expect(attribute(root, 'http.response.status_code')).toBe('201');
  expect([...received.authorization].sort()).toEqual([
    '/v1/logs Bearer of-the-collector',
    '/v1/traces Bearer of-the-collector',
  ]);
  expect(received.texts[0]).toContain('"service.name","value":{"stringValue":"licet"}');
});

test('a traceparent header sets the trace id but not the parent span', async () => {
  await fetch(`${licet.url}/api/openapi.json`, { headers: { traceparent: `00-${traceId}-${stranger}-00` } });
  const root = await spanOf('/api/openapi.json', 2);
  expect([root.traceId, root.parentSpanId]).toEqual([traceId, undefined]);
  const wrong = ['00-zz-1-01', `00-${'0'.repeat(32)}-${stranger}-01`, `00-${traceId}`];
  for (const traceparent of wrong)
    await fetch(`${licet.url}/.well-known/openid-configuration`, { headers: { traceparent } });
  await expect
    .poll(
      () =>
        received.spans.filter((it) =>
          it.attributes.some(({ value }) => value.stringValue?.includes('openid-configuration')),
        ).length,
    )
    .toBeGreaterThanOrEqual(3);
  expect(received.spans.filter((it) => it.traceId === traceId).length).toBe(1);
  expect(JSON.stringify(received)).not.toContain(stranger);
});

test('parallel requests keep their statements in separate traces, even while waiting for connections', async () => {
  const list = () => licet.operator.groups.list({ query: {} });
  await Promise.all(Array.from({ length: 40 }, list));
  await expect.poll(() => received.spans.filter((it) => it.kind === 2 && it.name === 'groups.list').length).toBe(40);
  const roots = received.spans.filter((it) => it.kind === 2 && it.name === 'groups.list');
  const counts = new Set(
    roots.map((root) => received.spans.filter((it) => it.kind === 3 && it.traceId === root.traceId).length),
  );
  expect([...counts]).toEqual([expect.any(Number)]);
});

test('log lines carry their trace id, and health checks have no trace', async () => {
  await fetch(`${licet.url}/healthz`);
  await licet.operator.users.list({ query: {} });
  const root = await spanOf('users.list', 2);
  await expect.poll(() => received.logs.some((it) => it.traceId === root.traceId)).toBe(true);
  expect(received.logs.find((it) => it.traceId === root.traceId)).toMatchObject({
    severityText: 'DEBUG',
    body: { stringValue: 'Answered.' },
  });
  expect(received.spans.filter((it) => it.name === '/healthz')).toEqual([]);
});

test('a whole sign-in sends no personal data and no token to the collector', async () => {
  const { url } = licet;
  const options = { execute: [openid.allowInsecureRequests] };
  const config = await openid.discovery(new URL(url), consoleClientId, undefined, openid.None(), options);
  const who = { login: administrator.email, password: administrator.password };
  const tokens = await signIn(config, {
    issuer: url,
    clientId: consoleClientId,
    redirectUri: `${url}/callback`,
    ...who,
  });
  await spanOf('/oidc/token', 2);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const sent = received.texts.join('\n');
  expect(sent.length).toBeGreaterThan(10_000);
  for (const secret of [
    tokens.access_token,
    tokens.refresh_token ?? '-',
    administrator.password,
    administrator.email,
    administrator.username,
  ])
    expect(sent).not.toContain(secret);
  expect(sent).not.toMatch(/maya|traced\.example|127\.0\.0\.1|eyJ|[?&](code|state)=/i);
});

async function spanOf(name: string, kind: number): Promise<Span> {
  const find = () => received.spans.find((it) => it.name === name && it.kind === kind);
  await expect.poll(find).toBeDefined();
  return find() ?? expect.fail();
}

const attribute = ({ attributes }: Span, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.intValue ?? value?.stringValue;
};
