import type { FetchLike, Issuer } from './issuer.ts';
import { reasonOf } from './keys.ts';
import { isObject } from './verify/index.ts';
import { audienceOf } from './verify/signed-token.ts';

/** The credentials of a service client of the application. Licet shows the secret only once. */
export interface ServiceClient {
  readonly id: string;
  readonly secret: string;
}

/** Calls Licet with this server's own token (RFC 6749 section 4.4). */
export interface Service {
  /** The issuer, for messages. */
  readonly address: string;
  /**
   * Works like `fetch` for a path below the issuer, and adds a token. If the token is refused, gets a new token and
   * retries once.
   * @throws Error that names the address if Licet does not answer
   */
  call(path: string, init: RequestInit & { readonly headers?: Record<string, string> }): Promise<Response>;
  /** Gets a token, unless a valid one is held. @throws WrongApplication */
  token(): Promise<string>;
}

/** The service client belongs to another application. Retrying is useless until the settings are corrected. */
export class WrongApplication extends Error {
  override readonly name = 'WrongApplication';
}

export interface ServiceParts {
  readonly address: string;
  readonly audience: string;
  readonly client: ServiceClient;
  readonly issuer: () => Promise<Issuer>;
  readonly fetch: FetchLike;
}

export function createService({ address, audience, client, issuer, fetch: send }: ServiceParts): Service {
  const fetch: FetchLike = async (url, init) => {
    try {
      return await send(url, init);
    } catch (error) {
      // Any other value is the reason with which a caller aborted its signal.
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      throw new Error(`Licet does not answer at ${address}: ${reasonOf(error)}.`, { cause: error });
    }
  };
  let held: { readonly token: string; readonly until: number } | undefined;
  let underWay: Promise<string> | undefined;
  const token = async (): Promise<string> => {
    if (held && performance.now() < held.until) return held.token;
    underWay ??= obtain().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  const obtain = async (): Promise<string> => {
    const { tokenEndpoint } = await issuer();
    const response = await fetch(tokenEndpoint, {
      method: 'POST',
      headers: { authorization: basic(client), 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
    const reply: unknown = await response.json().catch(() => undefined);
    if (!response.ok || !isObject(reply) || typeof reply.access_token !== 'string') {
      const error = isObject(reply) && typeof reply.error === 'string' ? reply.error : 'no token';
      throw new Error(`The service client got no token from ${tokenEndpoint}: ${response.status} ${error}.`);
    }
    checkApplication(reply.access_token);
    const lifetime = typeof reply.expires_in === 'number' ? reply.expires_in : 0;
    held = { token: reply.access_token, until: performance.now() + Math.max(0, lifetime - spare) * 1000 };
    return held.token;
  };
  const checkApplication = (accessToken: string) => {
    const aud = audienceOf(accessToken);
    if (aud !== undefined && aud !== audience)
      throw new WrongApplication(
        `The client ${client.id} belongs to the application “${aud}”, but “audience” is “${audience}”. Set “audience” to the first, or “client” to a service client of the second.`,
      );
  };
  const ask: Service['call'] = async (path, init) =>
    fetch(address + path, {
      ...init,
      redirect: 'error',
      headers: { ...init.headers, authorization: `Bearer ${await token()}` },
    });
  return {
    address,
    token,
    async call(path, init) {
      const response = await ask(path, init);
      if (response.status !== 401) return response;
      await response.body?.cancel();
      held = undefined;
      return ask(path, init);
    },
  };
}

/** Returns why Licet refused a call: the status, and the sentence of its problem details (RFC 9457). */
export async function refusalIn(response: Response): Promise<string> {
  const problem: unknown = await response.json().catch(() => undefined);
  const detail = isObject(problem) && typeof problem.detail === 'string' ? `: ${problem.detail.slice(0, 500)}` : '.';
  return `${response.status}${detail}`;
}

/** RFC 6749 section 2.3.1: the id and the secret are form-encoded before they are joined. */
function basic({ id, secret }: ServiceClient): string {
  const encoded = [id, secret].map((text) => new URLSearchParams({ '': text }).toString().slice(1)).join(':');
  return `Basic ${btoa(encoded)}`;
}

/** The timeout of a call, in milliseconds. */
const patience = 5000;
/** A token is replaced this many seconds before it expires. */
const spare = 30;
