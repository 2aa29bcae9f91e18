import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: readonly string[];
  readonly text: string;
  /** The body as JSON, or an empty object if the body is not JSON. */
  readonly json: Readonly<Record<string, unknown>>;
  /** The stable code of a problem response or an OAuth error. */
  readonly code: string | undefined;
  readonly location: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** A form, a text, or any other value, which is sent as JSON. */
  readonly body?: unknown;
  /** Starts the body and never ends it. */
  readonly endless?: boolean;
  /** Waits only for the response headers. */
  readonly headOnly?: boolean;
  /** The source address on this machine. The address is not a trusted proxy. */
  readonly from?: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Violations of the rules that apply to every attack. `takeFaults` returns and clears them. */
const faults: string[] = [];
export const takeFaults = (): string[] => faults.splice(0);

/** Values that must never appear in a log or an error. */
const secrets = new Set<string>();
export function secret<Value extends string | null | undefined>(value: Value): Value {
  if (value && value.length >= 12) secrets.add(value);
  return value;
}
export const secretsIn = (text: string): string[] => [...secrets].filter((value) => text.includes(value));

/** Sends one request, and returns the response with any status. Follows no redirects. */
export async function send(address: string, path: string, sent: Sent = {}): Promise<Answer> {
  const [body, type] = written(sent.body);
  const named = Object.entries(sent.headers ?? {}).filter(([, value]) => value !== undefined);
  const headers = {
    ...(type && { 'content-type': type }),
    ...(body !== undefined && !sent.endless && { 'content-length': String(Buffer.byteLength(body)) }),
    ...(sent.endless && { 'transfer-encoding': 'chunked' }),
    ...Object.fromEntries(named),
  };
  const answer = await new Promise<Answer>((resolve, reject) => {
    const { hostname: host, port } = new URL(address);
    const asked = request(
      {
        host,
        port,
        path,
        headers,
        agent: sent.from || sent.endless || sent.headOnly ? false : agent,
        method: sent.method ?? (sent.body === undefined ? 'GET' : 'POST'),
        ...(sent.from && { localAddress: sent.from }),
      },
      (response) => {
        const pieces: Buffer[] = [];
        const end = () => {
          if (sent.endless) asked.destroy();
          const text = Buffer.concat(pieces).toString();
          resolve(answerOf(response.statusCode ?? 0, response.headers, text));
        };
        if (sent.headOnly && response.statusCode === 200) {
          asked.destroy();
          return resolve(answerOf(200, response.headers, ''));
        }
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', end);
        response.on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.setTimeout(60_000, () => asked.destroy(new Error(`${path} was not answered within a minute.`)));
    if (sent.endless) asked.write(body ?? '');
    else asked.end(body);
  });
  note(`${sent.method ?? ''} ${path.split('?')[0]}`, answer);
  return answer;
}

/** Sends a request, and repeats it if another test has just closed the connection. The server has read nothing of the first attempt. */
export async function sendAgain(address: string, path: string, sent: Sent): Promise<Answer> {
  try {
    return await send(address, path, sent);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ECONNRESET') throw error;
    await pause(10);
    return send(address, path, sent);
  }
}

/** Sends a request that is too large. The server may close the connection before the request is complete, which counts as a refusal. */
export function sendHuge(
  address: string,
  path: string,
  sent: Sent = {},
): Promise<Pick<Answer, 'status' | 'text' | 'headers'>> {
  return sendAgain(address, path, sent).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code)))
      return { status: 431, text: '', headers: {} };
    throw error;
  });
}

function answerOf(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  const json = jsonIn(text);
  const { code, error } = json;
  const said = code ?? error;
  return {
    status,
    headers,
    text,
    json,
    cookies: headers['set-cookie'] ?? [],
    location: headers.location ?? '',
    code: typeof said === 'string' ? said : undefined,
  };
}

/** Records a response that is a server error or that contains a secret. */
function note(what: string, { status, text }: Answer): void {
  if (status >= 500) faults.push(`${what.trim()} was answered ${status}: ${text.slice(0, 300)}`);
  if (status >= 400 && secretsIn(text).length > 0) faults.push(`${what.trim()} says a secret in an error.`);
}

function written(body: unknown): readonly [body: string | Buffer | undefined, type?: string] {
  if (body === undefined) return [undefined];
  if (body instanceof URLSearchParams) return [body.toString(), 'application/x-www-form-urlencoded'];
  if (typeof body === 'string' || body instanceof Buffer) return [body, 'application/json'];
  return [JSON.stringify(body), 'application/json'];
}

function jsonIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
