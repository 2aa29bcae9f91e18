// Compares Licet with a real Keycloak on this machine, each on PostgreSQL. The servers take turns. Prints start time, memory when idle and
// after load, and client-credentials grants, refreshes and whole sign-ins per second with 10 clients.
// node bench/keycloak.ts [seconds of a turn] [turns] [seconds to warm up]
// Keycloak comes from Maven and needs Java. It uses Debian's PostgreSQL, and Licet uses its embedded one. Keycloak has the features that
// Licet always has: ES256, rotating refresh tokens, events, brute-force detection, and the same cost of a password hash.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@licet/contract';
import pg from 'pg';
import { administrator, newDataDirectory, removeDataDirectory, startLicet, withAdministrator } from '../e2e/licet.ts';
import { startDebianPostgres } from '../scripts/debian-postgres.ts';
import { freePort } from '../scripts/free-port.ts';
import { keycloakVersion, missing, startKeycloak } from '../scripts/keycloak.ts';
import { Cookies } from './asking.ts';
import { familyOf, groupOf, memoryOf } from './processes.ts';
import { basic, codeIn, codeRequest, openShop, people, post, redirectUri } from './shop.ts';

const [, , secondsGiven = '10', turnsGiven = '3', warmGiven = '60'] = process.argv;
const [seconds, turns, warm] = [Number(secondsGiven), Number(turnsGiven), Number(warmGiven)];
const password = 'maple kettle drifts over sand';

interface Server {
  readonly name: string;
  readonly start: number;
  readonly idle: number;
  readonly tokens: URL;
  readonly service: Readonly<Record<string, string>>;
  readonly browser: string;
  readonly signIn: (person: number) => Promise<Readonly<Record<string, string>>>;
  /** One refresh token per client. A server that rotates tokens replaces it at each use. */
  readonly held: string[];
  readonly memory: () => number;
  readonly stop: () => Promise<void>;
}

type Work = (server: Server, client: number) => Promise<unknown>;

const works: Readonly<Record<string, Work>> = {
  'client credentials': ({ tokens, service }) => post(tokens, { grant_type: 'client_credentials' }, service),
  refreshes: async ({ tokens, browser, held }, client) => {
    const body = { grant_type: 'refresh_token', client_id: browser, refresh_token: held[client] ?? '' };
    held[client] = (await post(tokens, body)).refresh_token ?? '';
  },
  'sign-ins': ({ signIn }, client) => signIn(client),
};

const why = missing();
if (why) {
  console.log(`Nothing measured: ${why}.`);
  process.exit(0);
}
const servers: Server[] = [];
try {
  servers.push(await openLicet(), await openKeycloak());
  for (const [what, work] of Object.entries(works)) {
    const rates = new Map(servers.map((server): [Server, number[]] => [server, []]));
    for (const server of servers) await measure(server, work, warm);
    for (let turn = 0; turn < turns; turn += 1)
      for (const server of turn % 2 ? servers.toReversed() : servers)
        rates.get(server)?.push(await measure(server, work, seconds));
    console.table(
      servers.map((server) => {
        const found = (rates.get(server) ?? []).toSorted((one, other) => one - other);
        const shown = (index: number) => (found[index] ?? Number.NaN).toFixed(1);
        return { what, of: server.name, 'a second': shown(found.length >> 1), from: shown(0), to: shown(turns - 1) };
      }),
    );
  }
  console.table(
    servers.map(({ name, start, idle, memory }) => ({
      of: name,
      'start to ready, fresh, s': (start / 1000).toFixed(1),
      'memory idle, MB': idle,
      'memory after the load, MB': memory(),
    })),
  );
  console.log(
    `${people} clients, ${turns} turns of ${seconds} s each, medians, after ${warm} s of warming; servers, databases and load share this machine's processors, whose load was ${readFileSync('/proc/loadavg', 'utf8').slice(0, 14)}. Keycloak's memory is without its PostgreSQL.`,
  );
} finally {
  for (const { stop } of servers) await stop();
}

async function openLicet(): Promise<Server> {
  const begun = performance.now();
  const licet = await startLicet({ dataDirectory: newDataDirectory(), environment: withAdministrator });
  const start = performance.now() - begun;
  await pause(5000);
  const memory = () => memoryOf(familyOf(licet.pid));
  const idle = memory();
  const shop = await openShop(licet, administrator.password);
  const stop = async () => {
    await licet.stop();
    removeDataDirectory(licet.dataDirectory);
  };
  return { name: 'Licet', start, idle, ...shop, held: await tokensOf(shop.signIn), memory, stop };
}

async function openKeycloak(): Promise<Server> {
  const port = await freePort();
  const postgres = startDebianPostgres({}, port);
  if (!postgres) throw new Error("Debian's PostgreSQL could not be installed.");
  const options = {
    java: '',
    database: `127.0.0.1:${port}/keycloak`,
    more: [`--spi-password-hashing--argon2--memory=${limits.passwordHashMemory.value}`],
  };
  await emptyDatabase(postgres.url);
  await (await startKeycloak(options)).stop(); // Installs and builds Keycloak, so that the measured start does not.
  await emptyDatabase(postgres.url);
  const begun = performance.now();
  const starting = startKeycloak(options);
  const ready = readyOf('http://127.0.0.1:18099/realms/master/.well-known/openid-configuration');
  const [keycloak, start] = await Promise.all([starting, ready.then((at) => at - begun)]);
  await pause(5000);
  const memory = () => memoryOf(groupOf(keycloak.group));
  const idle = memory();
  const secret = 'the secret of the service';
  const usernames = Array.from({ length: people }, (_, person) => `user-${person}`);
  await keycloak.ask('POST', '', {
    realm: 'shop',
    enabled: true,
    defaultSignatureAlgorithm: 'ES256',
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
    eventsEnabled: true,
    bruteForceProtected: true,
    passwordPolicy: `hashAlgorithm(argon2) and hashIterations(${limits.passwordHashPasses.value})`,
    clients: [
      { clientId: 'service', secret, publicClient: false, serviceAccountsEnabled: true, standardFlowEnabled: false },
      { clientId: 'browser', publicClient: true, redirectUris: [redirectUri] },
    ],
  });
  for (const username of usernames)
    await keycloak.ask('POST', '/shop/users', {
      username,
      enabled: true,
      email: `${username}@example.org`,
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
      credentials: [{ type: 'password', value: password }],
    });
  const realm = `${keycloak.address}/realms/shop/protocol/openid-connect`;
  const tokens = new URL(`${realm}/token`);
  const signIn = async (person: number) => {
    const browser = new Cookies(keycloak.address);
    const { query, redeem } = codeRequest('browser');
    const { text } = await browser.go(`${realm}/auth?${query}`);
    const action = /<form[^>]* action="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const form = new URLSearchParams({ username: usernames[person] ?? '', password });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await browser.go(action, 'POST', headers, form.toString());
    if (answer.status !== 302) throw new Error(`Keycloak refused the sign-in: ${answer.status} ${answer.text}`);
    return post(tokens, redeem(codeIn(answer.headers.location)));
  };
  const held = await tokensOf(signIn);
  const stop = async () => {
    await keycloak.stop();
    postgres.stop();
  };
  const name = `Keycloak ${keycloakVersion}`;
  return {
    name,
    start,
    idle,
    tokens,
    service: basic('service', secret),
    browser: 'browser',
    signIn,
    held,
    memory,
    stop,
  };
}

async function tokensOf(signIn: Server['signIn']): Promise<string[]> {
  const held: string[] = [];
  for (let person = 0; person < people; person += 1) held.push((await signIn(person)).refresh_token ?? '');
  return held;
}

async function emptyDatabase(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('drop database if exists keycloak with (force)');
  await client.query('create database keycloak');
  await client.end();
}

async function measure(server: Server, work: Work, lasting: number): Promise<number> {
  const begun = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: people }, async (_, client) => {
      for (; performance.now() < begun + lasting * 1000; count += 1) await work(server, client);
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
