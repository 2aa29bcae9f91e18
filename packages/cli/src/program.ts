import { type Client, createClient } from '@licet/contract/client';

/** A server elsewhere, and the service client of an application that may ask it. */
export interface ProgramParts {
  /** The address of Licet, as in its tokens. */
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
}

/**
 * A caller of a server elsewhere, with a token of an application's own program (RFC 6749 section 4.4).
 * @throws Error, in a sentence, when the address is not one that a secret may be sent to, or no token is given
 */
export async function programClient({ issuer, clientId, secret }: ProgramParts): Promise<Client> {
  const address = issuer.replace(/\/$/, '');
  requireSafe(address);
  const configuration = await json(`${address}/.well-known/openid-configuration`);
  // RFC 8414 section 3.3: who answers for another issuer is not the one that was asked.
  if (configuration.issuer !== address)
    throw new Error(`${address} is no Licet, or calls itself otherwise. Give --issuer as it stands in its tokens.`);
  const endpoint = String(configuration.token_endpoint);
  requireSafe(endpoint);
  const [id, password] = [clientId, secret].map((text) => new URLSearchParams({ '': text }).toString().slice(1));
  const { access_token: token, error } = await json(endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${password}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  if (typeof token !== 'string')
    throw new Error(
      `The client ${clientId} got no token (${error ?? 'no reason given'}). Look at its id, its secret, and that it is a service client.`,
    );
  return createClient({
    baseUrl: address,
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${token}`);
      return fetch(url, { ...init, headers, redirect: 'error' });
    },
  });
}

function requireSafe(address: string): void {
  const url = URL.parse(address);
  const local = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !local)
    throw new Error(`A secret is sent to an https address, or to this machine, and ${address} is neither.`);
}

async function json(address: string, init?: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(patience) }).catch(
    () => {
      throw new Error(`${address} does not answer. Look whether the address is right and the network is there.`);
    },
  );
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** Milliseconds. */
const patience = 10_000;
