import { type Answer, type Sent, sendAgain } from './http.ts';

let networks = 0;

/**
 * Returns an address in an unused network, for X-Forwarded-For. Licet accepts the header because it trusts the test as
 * a proxy.
 */
export function newNetwork(): string {
  networks += 1;
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
}

type Cookies = Map<string, { readonly value: string; readonly path: string }>;

/** Stores cookies by name and path, as a browser does. Follows no redirects. */
export class Browser {
  readonly #cookies: Cookies;
  readonly #address: string;
  readonly network: string;

  constructor(address: string, network = newNetwork(), cookies: Cookies = new Map()) {
    this.#address = address;
    this.network = network;
    this.#cookies = cookies;
  }

  /** Returns a second browser with a copy of this browser's cookies. */
  copy(): Browser {
    return new Browser(this.#address, this.network, new Map(this.#cookies));
  }

  /** Returns a browser that shares this browser's cookies and sends its requests to a different process. */
  at(address: string): Browser {
    return new Browser(address, this.network, this.#cookies);
  }

  get cookies(): ReadonlyMap<string, { readonly value: string; readonly path: string }> {
    return this.#cookies;
  }

  setCookie(name: string, value: string, path = this.#cookies.get(name)?.path ?? '/'): void {
    this.#cookies.set(name, { value, path });
  }

  async go(location: string, sent: Sent = {}): Promise<Answer> {
    const url = new URL(location, this.#address);
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const headers = {
      'sec-fetch-dest': 'document',
      'x-forwarded-for': this.network,
      ...(cookie && { cookie }),
      ...sent.headers,
    };
    const answer = await sendAgain(this.#address, url.pathname + url.search, { ...sent, headers });
    for (const line of answer.cookies) this.#keep(line);
    return answer;
  }

  /** Posts with the headers that a page of Licet sends. */
  post(location: string, body: unknown, issuer: string): Promise<Answer> {
    return this.go(location, { body, headers: { origin: issuer, 'sec-fetch-site': 'same-origin' } });
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/';
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path });
  }
}
