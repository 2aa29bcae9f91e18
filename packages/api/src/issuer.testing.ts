import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export const audience = 'ledger';
export const client = { id: 'a service', secret: 's3cret: with / and ü' };

/** An issuer that behaves like Licet, over real HTTP. Tests can make its responses wrong. */
export interface TestIssuer {
  readonly url: string;
  /** The requested paths, in order. */
  readonly asked: string[];
  readonly reports: { exercised: { user: string; permission: string; count: number; last: number }[] }[];
  /** The requests for the stream of cut-offs. */
  readonly streams: IncomingMessage[];
  /** The permission lists that the issuer serves, by hash. */
  readonly lists: Map<string, readonly string[]>;
  /** The statuses to send instead of the normal response, by path. */
  readonly broken: Map<string, number>;
  sign(payload: Record<string, unknown>, header?: Record<string, unknown>, key?: CryptoKey): Promise<string>;
  token(claims?: Record<string, unknown>): Promise<string>;
  rotate(): Promise<void>;
  key(): { readonly kid: string; readonly publicJwk: JWK; readonly privateKey: CryptoKey };
  /** Sends an event to every open stream. */
  tell(event: string, data: unknown, id?: number): void;
  /** Ends every open stream. */
  hangUp(): void;
  /** True if new streams begin with the event `ready`. */
  greet: boolean;
  close(): Promise<void>;
}

export async function startIssuer(): Promise<TestIssuer> {
  let pair = await newPair();
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  const sign: TestIssuer['sign'] = (payload, header = {}, key = pair.privateKey) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: pair.kid, ...header })
      .sign(key, { crit: { exp: true } });
  const issuer: TestIssuer = {
    url,
    asked: [],
    reports: [],
    streams: [],
    lists: new Map(),
    broken: new Map(),
    sign,
    token: (claims = {}) => sign({ ...usual(url), ...claims }),
    rotate: async () => {
      pair = await newPair();
    },
    key: () => pair,
    tell: (event, data, id) => {
      for (const each of open) each.write(frame(event, data, id));
    },
    hangUp: () => {
      for (const each of open) each.end();
    },
    greet: true,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    issuer.asked.push(path);
    const status = issuer.broken.get(path);
    if (status) return void response.writeHead(status).end();
    if (path === '/.well-known/openid-configuration')
      return json(response, { issuer: url, jwks_uri: `${url}/jwks`, token_endpoint: `${url}/token` });
    if (path === '/jwks') return json(response, { keys: [pair.publicJwk] });
    if (path === '/token') {
      const encoded = [client.id, client.secret].map((each) => new URLSearchParams({ '': each }).toString().slice(1));
      if (request.headers.authorization !== `Basic ${btoa(encoded.join(':'))}`)
        return json(response, { error: 'invalid_client' }, 401);
      const service = { sub: client.id, client_id: client.id, roles: [], permissions: [] };
      return json(response, { access_token: await issuer.token(service), expires_in: 300, token_type: 'Bearer' });
    }
    if (path === '/api/v1/live/cut-offs') {
      issuer.streams.push(request);
      open.add(response.on('close', () => open.delete(response)));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(issuer.greet ? `: hello\n\n${frame('ready', { ver: 1 }, 1)}` : ': hello\n\n');
      return;
    }
    if (path === '/api/v1/usage') {
      issuer.reports.push(JSON.parse(await text(request)));
      return void response.writeHead(204).end();
    }
    const list = issuer.lists.get(path.replace('/oidc/permissions/', ''));
    if (!list) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/permissions+jwt' });
    response.end(await sign({ ...usual(url), permissions: list }, { typ: 'permissions+jwt' }));
  }
  return issuer;
}

/** Returns the claims of a member who may read invoices. */
export const usual = (issuer: string): Record<string, unknown> => {
  const iat = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    aud: audience,
    sub: 'ada',
    client_id: 'front',
    sid: 'session',
    roles: ['clerk'],
    permissions: ['invoices.read'],
    ver: 10,
    iat,
    exp: iat + 300,
    jti: randomUUID(),
  };
};

/** Returns the SHA-256 of the list in base64url, as in `permissions_ref`. */
export const hashOf = (permissions: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(permissions)).digest('base64url');

/** Retries until the condition is true, for at most two seconds. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const until = performance.now() + 60_000; performance.now() < until; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('It did not come about within two seconds.');
}

const frame = (event: string, data: unknown, id?: number) =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function newPair() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = randomUUID();
  return { privateKey, publicKey, kid, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
}
