// Measures token grants per second on PostgreSQL, compared with oidc-provider in memory.
// npx node bench/oidc.ts
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { openIdentity } from '../packages/server/src/identity/identity.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  signIn,
  type TestServer,
} from '../packages/server/src/identity/steps/sign-in.testing.ts';
import { openLive } from '../packages/server/src/live/hub.ts';
import { startEmbedded } from '../packages/server/src/postgres/embedded.ts';
import { checks } from '../packages/server/src/store/checks.ts';
import { openDatabase } from '../packages/server/src/store/kernel/database.ts';
import { listen } from '../packages/server/src/store/kernel/listen.ts';
import { migrate } from '../packages/server/src/store/kernel/migrate.ts';
import { ensureLicet } from '../packages/server/src/store/licet/licet.ts';
import { addApplication, addGrant, addPermission, addRole } from '../packages/server/src/store/store.testing.ts';

const seconds = 10;
const connections = 10;
const published = 120; // Keycloak's sizing guide: refreshes or client-credentials grants per second and vCPU.

interface Ready {
  readonly address: string;
  readonly browserClient: string;
  readonly service: { readonly id: string; readonly secret: string };
  readonly refreshTokens: readonly string[];
}

interface Measured {
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  /** Processor time of the server's process, in seconds per second of the run. */
  readonly processor: number;
}

const [, , role, connectionString] = process.argv;
if (role === 'licet') await serveLicet(connectionString ?? '');
else if (role === 'bare') await serveBare();
else await main();

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'licet-bench-'));
  const quiet = { info: () => undefined, warn: () => undefined, error: console.error };
  const embedded = await startEmbedded({ dataDirectory: directory, log: quiet });
  const rows: Record<string, string>[] = [];
  const children = new Set<ChildProcess>();
  try {
    for (const [name, args] of [
      ['Licet on PostgreSQL', ['licet', embedded.connectionString]],
      ['bare oidc-provider, in memory', ['bare']],
    ] as const) {
      const child = fork(import.meta.filename, [...args]);
      children.add(child);
      const ready = await heard<Ready>(child, 'ready');
      rows.push({ server: name, ...row('client credentials', await measure(child, ready, credentials(ready))) });
      rows.push({ server: name, ...row('refresh', await measure(child, ready, refreshes(ready))) });
      child.kill();
      children.delete(child);
    }
  } finally {
    for (const child of children) child.kill();
    await embedded.stop();
    rmSync(directory, { recursive: true, force: true });
  }
  rows.push({ server: 'Keycloak, as published, a vCPU', grant: 'either', 'a second': String(published) });
  console.table(rows);
  console.log(
    `${connections} connections, ${seconds} s each; server, database and load share this machine's processors.`,
  );
}

function row(grant: string, { rate, p50, p95, processor }: Measured): Record<string, string> {
  return {
    grant,
    'a second': rate.toFixed(0),
    'p50 ms': p50.toFixed(1),
    'p95 ms': p95.toFixed(1),
    'server’s processors': processor.toFixed(2),
  };
}

type Grant = (connection: number) => {
  readonly body: string;
  readonly authorization?: string;
  readonly done: (reply: string) => void;
};

function credentials({ service }: Ready): Grant {
  return () => ({
    body: 'grant_type=client_credentials',
    authorization: `Basic ${Buffer.from(`${service.id}:${service.secret}`).toString('base64')}`,
    done: () => undefined,
  });
}

/** Each connection holds one refresh token, and the server rotates it at every use. */
function refreshes({ browserClient, refreshTokens }: Ready): Grant {
  const held = [...refreshTokens];
  return (connection) => ({
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: browserClient,
      refresh_token: held[connection] ?? '',
    }).toString(),
    done: (reply) => {
      held[connection] = (JSON.parse(reply) as { refresh_token: string }).refresh_token;
    },
  });
}

async function measure(child: ChildProcess, { address }: Ready, grant: Grant): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const run = async (until: number, kept: number[]) => {
    await Promise.all(
      Array.from({ length: connections }, async (_, connection) => {
        while (performance.now() < until) {
          const begun = performance.now();
          const { body, authorization, done } = grant(connection);
          done(await post(`${address}/oidc/token`, agent, body, authorization));
          kept.push(performance.now() - begun);
        }
      }),
    );
  };
  await run(performance.now() + 2000, []);
  const before = await processorOf(child);
  const begun = performance.now();
  await run(begun + seconds * 1000, times);
  const took = (performance.now() - begun) / 1000;
  const processor = ((await processorOf(child)) - before) / took;
  agent.destroy();
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { rate: times.length / took, p50: at(0.5), p95: at(0.95), processor };
}

function post(url: string, agent: Agent, body: string, authorization?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body),
      ...(authorization ? { authorization } : {}),
    };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${response.statusCode} ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function processorOf(child: ChildProcess): Promise<number> {
  child.send('processor');
  return heard<number>(child, 'processor');
}

function heard<Value>(child: ChildProcess, what: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`A server under test ended with ${code}.`)));
    const listen = (message: { what: string; value: Value }) => {
      if (message.what !== what) return;
      child.off('message', listen);
      child.removeAllListeners('exit');
      resolve(message.value);
    };
    child.on('message', listen);
  });
}

function tell(ready: Ready): void {
  process.once('disconnect', () => process.exit());
  process.on('message', (message) => {
    const { user, system } = process.cpuUsage();
    if (message === 'processor') process.send?.({ what: 'processor', value: (user + system) / 1e6 });
  });
  process.send?.({ what: 'ready', value: ready });
}

async function serveLicet(address: string): Promise<void> {
  const database = openDatabase({ checks, connectionString: address });
  await migrate(database);
  const app = Fastify();
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const issuer = `http://127.0.0.1:${port}`;
  await ensureLicet(database, issuer);
  const identity = await openIdentity({ database, issuer, serverKey: Buffer.alloc(32, 1), onError: console.error });
  await identity.mount(app);
  await app.listen({ port, host: '127.0.0.1' });
  const live = openLive({ database, listener: listen(database), onError: console.error });
  const server: TestServer = { issuer, app, identity, live, errors: [], routes: [], close: () => app.close() };
  const store = { database, setClock: () => undefined, close: () => database.close() };
  const [browserClient, service, user] = await arrange(store, async (handle) => {
    const shop = await addApplication(handle, 'shop');
    const permissions = [];
    for (let index = 0; index < 20; index += 1)
      permissions.push(await addPermission(handle, shop, `orders.action-${index}`));
    const clerk = await addRole(handle, shop, 'clerk', permissions);
    const ada = await addSignInUser(server, handle);
    await addGrant(handle, { application: shop, principal: ada, role: clerk });
    return [await addClient(handle, shop), await addClient(handle, shop, 'service'), ada];
  });
  const refreshTokens: string[] = [];
  for (let connection = 0; connection < connections; connection += 1) {
    const { tokens } = await signIn(server, browserClient, user.username);
    refreshTokens.push(tokens.refresh_token ?? '');
  }
  tell({
    address: issuer,
    browserClient: browserClient.id,
    service: { id: service.id, secret: service.secret ?? '' },
    refreshTokens,
  });
}

async function serveBare(): Promise<void> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const audience = 'urn:bench';
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    clients: [
      {
        client_id: 'service',
        client_secret: 'secret',
        grant_types: ['client_credentials'],
        response_types: [],
        redirect_uris: [],
      },
      {
        client_id: 'browser',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: ['http://127.0.0.1:9/callback'],
      },
    ],
    routes: { token: '/oidc/token' },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => audience,
        useGrantedResource: async () => true,
        getResourceServerInfo: async () => ({
          scope: '',
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 300,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    findAccount: async (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    rotateRefreshToken: true,
    ttl: { AccessToken: 300, ClientCredentials: 300, RefreshToken: 86_400, IdToken: 300, Grant: 86_400 },
  });
  await new Promise<void>((resolve) => void provider.listen(port, '127.0.0.1', resolve));
  const client = await provider.Client.find('browser');
  if (!client) throw new Error('The client is not there.');
  const refreshTokens: string[] = [];
  for (let connection = 0; connection < connections; connection += 1) {
    const grant = new provider.Grant({ accountId: 'ada', clientId: 'browser' });
    grant.addOIDCScope('openid profile email');
    const grantId = await grant.save();
    const token = new provider.RefreshToken({
      accountId: 'ada',
      client,
      grantId,
      gty: 'authorization_code',
      scope: 'openid',
      resource: audience,
    });
    refreshTokens.push(await token.save());
  }
  tell({ address: issuer, browserClient: 'browser', service: { id: 'service', secret: 'secret' }, refreshTokens });
}
