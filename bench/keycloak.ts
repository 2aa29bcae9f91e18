// Compares Licet with a real Keycloak on this machine. The servers take turns. Prints start time, memory when idle and after load, and
// client-credentials grants and refreshes per second with 10 clients.
// node bench/keycloak.ts [seconds of a turn] [turns]
// Keycloak comes from Maven and needs Java. Keycloak uses its default file database in its own process, and Licet uses PostgreSQL.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import * as openid from 'openid-client';
import { administrator, newDataDirectory, removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';
import { signIn } from '../examples/ledger/sample/sign-in.ts';
import { keycloakVersion, missing, startKeycloak } from '../scripts/keycloak.ts';
import { familyOf, groupOf, memoryOf } from './processes.ts';

const [, , secondsGiven = '10', turnsGiven = '3'] = process.argv;
const [seconds, turns] = [Number(secondsGiven), Number(turnsGiven)];
const connections = 10;
const password = 'maple kettle drifts over sand';
/** The seconds of load on both servers before the measurement. A JVM needs this time to compile hot code. */
const warm = 20;

interface Side {
  readonly name: string;
  readonly tokens: string;
  readonly service: string;
  readonly browser: string;
  /** One refresh token per connection. A server that rotates tokens replaces it at each use. */
  readonly held: string[];
}
interface Server {
  readonly start: number;
  readonly idle: number;
  readonly sides: readonly Side[];
  readonly memory: () => number;
  readonly stop: () => Promise<void>;
}

const why = missing();
if (why) {
  console.log(`Nothing measured: ${why}.`);
  process.exit(0);
}
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const servers: Server[] = [];
try {
  servers.push(await openLicet(), await openKeycloak());
  const sides = servers.flatMap((server) => server.sides);
  for (const [what, work] of Object.entries({ 'client credentials': credentials, refreshes: refresh })) {
    const rates = new Map(sides.map((side): [Side, number[]] => [side, []]));
    for (const side of sides) await measure(side, work, warm);
    for (let turn = 0; turn < turns; turn += 1)
      for (const side of turn % 2 ? sides.toReversed() : sides)
        rates.get(side)?.push(await measure(side, work, seconds));
    console.table(
      sides.map((side) => {
        const found = (rates.get(side) ?? []).toSorted((one, other) => one - other);
        const [least, most] = [found[0] ?? Number.NaN, found.at(-1) ?? Number.NaN];
        const median = found[found.length >> 1] ?? Number.NaN;
        return { what, of: side.name, 'a second': Math.round(median), from: Math.round(least), to: Math.round(most) };
      }),
    );
  }
  console.table(
    servers.map(({ sides: [side], start, idle, memory }) => ({
      of: side?.name,
      'start to ready, fresh, s': (start / 1000).toFixed(1),
      'memory idle, MB': idle,
      'memory after the load, MB': memory(),
    })),
  );
  console.log(
    `${connections} clients, ${turns} turns of ${seconds} s each, medians, after ${warm} s of warming; servers, database and load share this machine's processors, whose load was ${readFileSync('/proc/loadavg', 'utf8').slice(0, 14)}.`,
  );
} finally {
  for (const { stop } of servers) await stop();
  agent.destroy();
}

async function openLicet(): Promise<Server> {
  const begun = performance.now();
  const licet = await startLicet({ dataDirectory: newDataDirectory(), environment: withAdministrator });
  const start = performance.now() - begun;
  await pause(5000);
  const memory = () => memoryOf(familyOf(licet.pid));
  const idle = memory();
  const params = { application: 'shop' };
  await licet.operator.applications.create({ body: { id: 'shop', name: 'Shop' } });
  const make = (body: Parameters<typeof licet.operator.clients.create>[0]['body']) =>
    licet.operator.clients.create({ params, body });
  const service = await make({ name: 'API', kind: 'service' });
  const redirectUri = 'http://127.0.0.1:9/callback';
  const { client } = await make({ name: 'Browser', kind: 'browser', redirectUris: [redirectUri] });
  const config = await openid.discovery(new URL(licet.url), client.id, undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
  const person = { login: administrator.email, password: administrator.password };
  const held: string[] = [];
  for (let index = 0; index < connections; index += 1)
    held.push(
      (await signIn(config, { issuer: licet.url, clientId: client.id, redirectUri, ...person })).refresh_token ?? '',
    );
  const tokens = `${licet.url.replace('localhost', '127.0.0.1')}/oidc/token`;
  const side = { name: 'Licet', tokens, service: basic(service.client.id, service.secret), browser: client.id, held };
  const stop = async () => {
    await licet.stop();
    removeDataDirectory(licet.dataDirectory);
  };
  return { start, idle, sides: [side], memory, stop };
}

/**
 * Starts a Keycloak with two realms. One realm has the defaults. The other has features that Licet always has: ES256, rotating refresh
 * tokens, events and brute-force detection.
 */
async function openKeycloak(): Promise<Server> {
  await (await startKeycloak({ java: '' })).stop(); // Installs and builds Keycloak, so that the measured starts do not. Each start clears the data.
  const begun = performance.now();
  const starting = startKeycloak({ java: '' });
  const ready = readyOf('http://127.0.0.1:18099/realms/master/.well-known/openid-configuration');
  const [keycloak, start] = await Promise.all([starting, ready.then((at) => at - begun)]);
  await pause(5000);
  const memory = () => memoryOf(groupOf(keycloak.group));
  const idle = memory();
  const alike = { defaultSignatureAlgorithm: 'ES256', revokeRefreshToken: true, refreshTokenMaxReuse: 0 };
  const watched = { eventsEnabled: true, bruteForceProtected: true };
  const sides: Side[] = [];
  for (const [realm, more] of [
    ['shipped', {}],
    ['alike', { ...alike, ...watched }],
  ] as const) {
    const secret = 'the secret of the service';
    await keycloak.ask('POST', '', {
      realm,
      enabled: true,
      ...more,
      clients: [
        { clientId: 'service', secret, publicClient: false, serviceAccountsEnabled: true, standardFlowEnabled: false },
        { clientId: 'browser', publicClient: true, directAccessGrantsEnabled: true },
      ],
      users: [
        {
          username: 'ada',
          enabled: true,
          email: 'ada@example.org',
          emailVerified: true,
          firstName: 'Ada',
          lastName: 'Lovelace',
          credentials: [{ type: 'password', value: password }],
        },
      ],
    });
    const tokens = `${keycloak.address}/realms/${realm}/protocol/openid-connect/token`;
    const held: string[] = [];
    for (let index = 0; index < connections; index += 1) {
      const body = { grant_type: 'password', client_id: 'browser', username: 'ada', password, scope: 'openid' };
      held.push((JSON.parse(await post(tokens, body)) as { refresh_token: string }).refresh_token);
    }
    const name = `Keycloak ${keycloakVersion}, ${realm === 'alike' ? 'alike' : 'as shipped'}`;
    sides.push({ name, tokens, service: basic('service', secret), browser: 'browser', held });
  }
  return { start, idle, sides, memory, stop: keycloak.stop };
}

async function credentials({ tokens, service }: Side): Promise<void> {
  await post(tokens, { grant_type: 'client_credentials' }, service);
}

async function refresh({ tokens, browser, held }: Side, client: number): Promise<void> {
  const body = { grant_type: 'refresh_token', client_id: browser, refresh_token: held[client] ?? '' };
  held[client] = (JSON.parse(await post(tokens, body)) as typeof body).refresh_token;
}

async function measure(side: Side, work: typeof refresh, lasting: number): Promise<number> {
  const begun = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, client) => {
      for (; performance.now() < begun + lasting * 1000; count += 1) await work(side, client);
    }),
  );
  return count / ((performance.now() - begun) / 1000);
}

async function readyOf(url: string): Promise<number> {
  for (;;) {
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return performance.now();
    await pause(20);
  }
}

function basic(id: string, secret: string | null | undefined): string {
  return `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret ?? '')}`).toString('base64')}`;
}

function post(url: string, body: Record<string, string>, authorization?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const form = new URLSearchParams(body).toString();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(form),
      ...(authorization && { authorization }),
    };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${url}: ${response.statusCode} ${text}`));
      });
    });
    sent.on('error', reject).end(form);
  });
}
