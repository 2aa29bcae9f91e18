import { createHash, randomBytes } from 'node:crypto';
import type { RunningLicet } from '../e2e/licet.ts';
import { ask, Cookies } from './asking.ts';

// A Licet with data for measurements of the token endpoint: a program and ten users, each with a role of twenty permissions.

export const people = 10;
export const redirectUri = 'http://127.0.0.1:9/callback';

type Tokens = Readonly<Record<string, string>>;

interface Shop {
  readonly tokens: URL;
  /** The headers that authenticate the program. */
  readonly service: Readonly<Record<string, string>>;
  /** The id of the client that users sign in to. */
  readonly browser: string;
  readonly signIn: (person: number) => Promise<Tokens>;
}

export async function openShop(licet: RunningLicet, password: string): Promise<Shop> {
  const { operator } = licet;
  const params = { application: 'shop' };
  await operator.applications.create({ body: { id: 'shop', name: 'Shop' } });
  const lines: string[] = [];
  for (let person = 0; person < people; person += 1)
    for (let permission = 0; permission < 20; permission += 1)
      lines.push(`user-${person}\torders.action-${permission}\n`);
  const imported = { params, query: { kind: 'permissions' }, body: lines.join('') } as const;
  await (await operator.access.import(imported)).text();
  await licet.inDatabase(
    `insert into credentials (user_id, password_hash, set_at)
     select users.id, of_one.password_hash, now() from users, (select password_hash from credentials limit 1) of_one on conflict do nothing`,
  );
  await licet.inDatabase(`update users set status = 'active'`);
  const service = await operator.clients.create({ params, body: { name: 'API', kind: 'service' } });
  const browser = await operator.clients.create({
    params,
    body: { name: 'Browser', kind: 'browser', redirectUris: [redirectUri] },
  });
  const permissions = (await operator.permissions.list({ params, query: { limit: 50 } })).items.map(({ id }) => id);
  const role = await operator.roles.create({ params, body: { name: 'clerk', permissions } });
  const principal = { kind: 'client', id: service.client.id } as const;
  await operator.grants.create({ params, body: { principal, gives: { kind: 'role', id: role.id } } });
  const issuer = licet.url;
  const tokens = new URL(`${issuer.replace('localhost', '127.0.0.1')}/oidc/token`);
  return {
    tokens,
    service: basic(service.client.id, service.secret ?? ''),
    browser: browser.client.id,
    signIn: (person) => signIn(issuer, tokens, browser.client.id, `user-${person}`, password),
  };
}

export const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });

/**
 * Requests tokens.
 * @throws Error with the response when the request is refused
 */
export async function post(
  tokens: URL,
  body: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Tokens> {
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  const { status, text } = await ask(tokens, 'POST', form, new URLSearchParams(body).toString());
  if (status !== 200) throw new Error(`${tokens}: ${status} ${text}`);
  return JSON.parse(text) as Tokens;
}

/** Returns the parameters of an authorization request, with the code verifier for its code. */
export function codeRequest(client: string): {
  readonly query: URLSearchParams;
  readonly redeem: (code: string) => Tokens;
} {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: client,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const fixed = { grant_type: 'authorization_code', client_id: client, redirect_uri: redirectUri };
  return { query, redeem: (code) => ({ ...fixed, code, code_verifier: verifier }) };
}

export const codeIn = (location: string | undefined) => new URL(location ?? '').searchParams.get('code') ?? '';

async function signIn(issuer: string, tokens: URL, client: string, login: string, password: string): Promise<Tokens> {
  const browser = new Cookies(issuer);
  const { query, redeem } = codeRequest(client);
  const page = (await browser.go(`/oidc/auth?${query}`)).headers.location ?? '';
  await browser.go(page);
  await browser.go(`${page}/details`);
  const headers = { 'content-type': 'application/json', origin: issuer, 'sec-fetch-site': 'same-origin' };
  const answer = await browser.go(page, 'POST', headers, JSON.stringify({ login, password }));
  if (answer.status !== 200) throw new Error(`The sign-in of ${login} was refused: ${answer.text}`);
  const { location } = JSON.parse(answer.text) as { location: string };
  return post(tokens, redeem(codeIn((await browser.go(location)).headers.location)));
}
