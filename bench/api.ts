// Measures a Fastify route with and without the check of @licet/api. Also compares the verification of uncached tokens with jose and
// fast-jwt.
// npx node bench/api.ts
import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createVerifier } from '@licet/api';
import { accessPlugin, requirePermission } from '@licet/api/fastify';
import autocannon from 'autocannon';
import { createVerifier as createFastJwt } from 'fast-jwt';
import Fastify from 'fastify';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, jwtVerify, SignJWT } from 'jose';

// The two routes take short turns, so that other load on the machine affects both.
const seconds = 1;
const rounds = Number(process.argv[2] ?? 12);
const connections = 20;
const tokens = 50;
const target = 0.9;

interface Ready {
  readonly url: string;
  readonly tokens: readonly string[];
}

interface Measured {
  readonly rate: number;
  /** Microseconds of processor time per request. */
  readonly each: number;
}

if (process.argv[2] === 'server') await serve();
else {
  await measureRoutes();
  await measureCold();
}

/** Serves both routes from one process, so that both run equally warm code. */
async function serve(): Promise<void> {
  const issuer = await startIssuer();
  const app = Fastify();
  await app.register(accessPlugin, { issuer: issuer.url, audience: 'ledger' });
  const answer = async () => ({ items: [{ number: 'A-1', customer: 'Aurelia', amount: 12.5 }] });
  app.get('/open', answer);
  app.get('/checked', { onRequest: requirePermission('invoices.read') }, answer);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  process.send?.({ url, tokens: await issuer.issue(tokens) } satisfies Ready);
  process.on('message', () => process.send?.(process.cpuUsage().user + process.cpuUsage().system));
}

async function measureRoutes(): Promise<void> {
  const child = fork(import.meta.filename, ['server']);
  try {
    const { url, tokens: issued } = await heard<Ready>(child);
    const measured = { open: [] as Measured[], checked: [] as Measured[] };
    for (let round = 0; round <= rounds; round += 1)
      for (const route of round % 2 ? (['open', 'checked'] as const) : (['checked', 'open'] as const)) {
        const before = await processorTime(child);
        const { rate, count } = await load(`${url}/${route}`, issued, round === 0 ? 3 : seconds);
        const each = ((await processorTime(child)) - before) / count;
        if (round > 0) measured[route].push({ rate, each });
      }
    const [open, checked] = [measured.open, measured.checked].map((all) => ({
      rate: median(all.map(({ rate }) => rate)),
      each: median(all.map(({ each }) => each)),
    })) as [Measured, Measured];
    console.table([row('no check', open, open), row('requirePermission', checked, open)]);
    console.log(
      `${connections} connections, ${tokens} tokens again and again, Bearer, ${seconds} s each, median of ${rounds}; target ${target}. ` +
        "Server and load share this machine's processors: when the load is the slower of the two, only processor time tells.\n",
    );
  } finally {
    child.kill();
  }
}

function row(route: string, { rate, each }: Measured, open: Measured): Record<string, string | number> {
  return {
    route,
    'requests a second': Math.round(rate),
    kept: (rate / open.rate).toFixed(2),
    'processor, µs a request': each.toFixed(1),
    'kept, by processor time': (open.each / each).toFixed(2),
  };
}

function processorTime(child: ChildProcess): Promise<number> {
  const answer = heard<number>(child);
  child.send('processor');
  return answer;
}

async function load(url: string, issued: readonly string[], duration: number) {
  const requests = issued.map((token) => ({ method: 'GET', headers: { authorization: `Bearer ${token}` } }) as const);
  const result = await autocannon({ url, connections, duration, requests });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  return { rate: result.requests.total / result.duration, count: result.requests.total };
}

async function measureCold(): Promise<void> {
  const count = 6000;
  const issuer = await startIssuer();
  const issued = await issuer.issue(count);
  const verifier = createVerifier({ issuer: issuer.url, audience: 'ledger', cache: { tokens: 0 } });
  await verifier.ready();
  const options = { algorithms: ['ES256'], typ: 'at+jwt', issuer: issuer.url, audience: 'ledger' };
  const fast = createFastJwt({
    key: await exportSPKI(issuer.publicKey),
    algorithms: ['ES256'],
    allowedIss: issuer.url,
    allowedAud: 'ledger',
    cache: false,
  });
  const rows = [
    ['@licet/api verify, nothing cached', (token: string) => verifier.verify(token)],
    ['jose jwtVerify', (token: string) => jwtVerify(token, issuer.publicKey, options)],
    ['fast-jwt, its cache off', async (token: string) => fast(token)],
  ] as const;
  const rates = new Map<string, number[]>(rows.map(([name]) => [name, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, verify] of rows) {
      const since = performance.now();
      for (let at = 0; at < count; at += 50) await Promise.all(issued.slice(at, at + 50).map(verify));
      if (round > 0) rates.get(name)?.push((count / (performance.now() - since)) * 1000);
    }
  console.table([...rates].map(([name, all]) => ({ verification: name, 'tokens a second': Math.round(median(all)) })));
  console.log(
    `${count} different tokens of ${issued[0]?.length} characters, 50 at a time, ES256, median of ${rounds}.`,
  );
  await verifier.close();
  issuer.close();
}

async function startIssuer() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }];
  const server = createServer((request, response) => {
    const metadata = { issuer: url, jwks_uri: `${url}/jwks`, token_endpoint: `${url}/token` };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/jwks' ? { keys } : metadata));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issue = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, user) => sign(privateKey, url, `user ${user}`)));
  return { url, publicKey, issue, close: () => server.close() };
}

function sign(key: CryptoKey, issuer: string, user: string): Promise<string> {
  const permissions = ['invoices.read', ...Array.from({ length: 30 }, (_, at) => `invoices.action-${at}`)];
  return new SignJWT({ client_id: 'front', sid: 'session', roles: ['clerk'], permissions, ver: 7 })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'one' })
    .setIssuer(issuer)
    .setAudience('ledger')
    .setSubject(user)
    .setIssuedAt()
    .setExpirationTime('5m')
    .setJti(crypto.randomUUID())
    .sign(key);
}

function heard<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The server ended with ${code}.`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as Message);
    });
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
