import { Agent, type IncomingHttpHeaders, request } from 'node:http';

// A minimal HTTP client for measuring sign-ins. It shares the processors with the server, and Node's fetch would use
// three times as much processor time.

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request over a kept-alive connection, as browsers do. */
export function ask(address: URL, method: string, headers: Record<string, string>, body?: string): Promise<Answered> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const asked = request(address, { method, agent, headers: { ...headers, ...length } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    asked.on('error', reject).end(body);
  });
}

const agent = new Agent({ keepAlive: true });

/** Stores cookies by name and path, as a browser does. Follows no redirects. */
export class Cookies {
  readonly #issuer: string;
  readonly #kept = new Map<string, { readonly value: string; readonly path: string }>();

  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  async go(path: string, method = 'GET', headers: Record<string, string> = {}, body?: string): Promise<Answered> {
    const address = new URL(path, this.#issuer);
    const cookie = [...this.#kept]
      .filter(([, kept]) => address.pathname.startsWith(kept.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const sent = { 'sec-fetch-dest': 'document', ...(cookie && { cookie }), ...headers };
    const answered = await ask(address, method, sent, body);
    for (const line of answered.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.#kept.delete(name);
      else this.#kept.set(name, { value, path: /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/' });
    }
    return answered;
  }
}
