import { Agent, type IncomingMessage, request } from 'node:http';
import type { DpopKey } from '../packages/api/src/dpop.testing.ts';

/**
 * When a tab received the first notification, and when it held a token with the new access. Values of
 * `performance.now()`.
 */
export interface Told {
  readonly version: number;
  readonly token: number;
}

export interface TabOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** The DPoP key of the tab's tokens. */
  readonly key: DpopKey;
}

/**
 * A browser tab with an open live stream. A tab with a session renews its token after each notification, and reopens the stream with the
 * new token, as `@licet/client` does.
 */
export class Tab {
  access = '';
  readonly key: DpopKey;
  #refresh: string | undefined;
  readonly #issuer: string;
  readonly #clientId: string;
  #stream: IncomingMessage | undefined;
  #version = 0;
  #renewing: Promise<void> | undefined;
  #again = false;
  #awaited: { holds: (permissions: readonly string[]) => boolean; resolve: (notified: Told) => void } | undefined;

  constructor({ issuer, clientId, key }: TabOptions) {
    this.#issuer = issuer;
    this.#clientId = clientId;
    this.key = key;
  }

  /** Returns another tab with the same token. The twin never renews the token. */
  twin(): Tab {
    const twin = new Tab({ issuer: this.#issuer, clientId: this.#clientId, key: this.key });
    twin.access = this.access;
    return twin;
  }

  /** Exchanges a code (RFC 6749 section 4.1.3) or a refresh token for tokens. */
  async obtain(form: Record<string, string>): Promise<void> {
    const url = `${this.#issuer}/oidc/token`;
    const dpop = await this.key.proof({ method: 'POST', url, token: '' }, { ath: undefined });
    const body = new URLSearchParams({ client_id: this.#clientId, ...form }).toString();
    const response = await answer(url, { ...formType, dpop }, body);
    const reply = JSON.parse(await textOf(response)) as { access_token?: string; refresh_token?: string };
    if (reply.access_token === undefined) throw new Error(`A grant was answered with ${JSON.stringify(reply)}.`);
    this.access = reply.access_token;
    this.#refresh = reply.refresh_token ?? this.#refresh;
  }

  async open(): Promise<void> {
    const old = this.#stream;
    const url = `${this.#issuer}/api/v1/live`;
    const dpop = await this.key.proof({ url, token: this.access });
    const stream = await answer(url, { authorization: `DPoP ${this.access}`, dpop });
    if (stream.statusCode !== 200) throw new Error(`The stream was answered with ${stream.statusCode}.`);
    this.#stream = stream;
    old?.destroy();
    stream.setEncoding('utf8').on('error', () => undefined);
    stream.on('data', (text: string) => {
      if (text.includes('event: version')) this.#told();
    });
  }

  /**
   * Waits for a notification, and then for a token whose permissions `holds` accepts. Resolves to the times of both.
   */
  next(holds: (permissions: readonly string[]) => boolean): Promise<Told> {
    this.#version = 0;
    return new Promise((resolve) => {
      this.#awaited = { holds, resolve };
    });
  }

  async idle(): Promise<void> {
    while (this.#renewing) await this.#renewing;
  }

  close(): void {
    this.#stream?.destroy();
  }

  #told(): void {
    this.#version ||= performance.now();
    if (this.#refresh === undefined) return;
    this.#again = true;
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
  }

  async #renew(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      await this.obtain({ grant_type: 'refresh_token', refresh_token: this.#refresh ?? '' });
      const at = performance.now();
      const awaited = this.#awaited;
      if (awaited?.holds(permissionsOf(this.access))) {
        this.#awaited = undefined;
        awaited.resolve({ version: this.#version, token: at });
      }
      await this.open();
    }
  }
}

export function permissionsOf(token: string): readonly string[] {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return (claims as { permissions?: string[] }).permissions ?? [];
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const formType = { 'content-type': 'application/x-www-form-urlencoded' };

function answer(url: string, headers: Record<string, string>, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  return text;
}
