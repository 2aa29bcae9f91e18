import type { CutOffStreamStatus } from './cut-off-stream.ts';
import { type FetchLike, issuerAddress } from './issuer.ts';
import type { DpopMode } from './refused-reply.ts';
import type { ServiceClient } from './service.ts';

/** The options of a verifier. */
export interface VerifierOptions {
  /** The URL of Licet. It must equal Licet's own setting exactly, because tokens contain that URL as their issuer. */
  readonly issuer: string;
  /** The application's identifier in Licet. */
  readonly audience: string;
  /**
   * A service client of the application. With this client, the verifier learns of revoked access within a second and
   * reports exercised permissions. It can also fetch permission lists that are too long for a token.
   */
  readonly client?: ServiceClient | undefined;
  /**
   * The treatment of tokens while the stream of cut-offs is disconnected. The stream counts as disconnected after
   * five seconds without a connection, or 20 seconds without data. Licet sends data every 15 seconds.
   *
   * - `serve` (default): accepts tokens until they expire, for at most five minutes.
   * - `refuse`: answers 503 until the stream is connected again. This mode requires `client`.
   */
  readonly whenDisconnected?: 'serve' | 'refuse' | undefined;
  /**
   * `when-bound` (default) requires a proof only for tokens that are bound to a key. `required` refuses all other
   * tokens, and requires `publicUrl`.
   */
  readonly dpop?: DpopMode | undefined;
  /**
   * The public base URL of this server, such as `https://api.example.org`. It includes a path prefix that a proxy
   * strips. DPoP proofs are compared with this URL. Default: the URL from the Host header and the socket.
   * `X-Forwarded-*` headers are ignored.
   *
   * Set this option if tokens are bound to keys, because the caller chooses the Host header. Otherwise, another server
   * could replay a proof that it received, by sending its own name as the Host header.
   */
  readonly publicUrl?: string | undefined;
  /** The maximum number of entries to keep in memory. */
  readonly cache?:
    | {
        /** Verified tokens. Default 10,000. With 0, every request verifies its token. */
        readonly tokens?: number | undefined;
        /** Used DPoP proofs. They are kept for five minutes. Default 200,000. */
        readonly proofs?: number | undefined;
        /** Permission lists. Default 1,000. */
        readonly lists?: number | undefined;
      }
    | undefined;
  /** Returns milliseconds since the epoch. Default `Date.now`. */
  readonly clock?: (() => number) | undefined;
  /** The function that calls Licet, for example to use an internal address. Default: the runtime's `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /**
   * Called when the stream of cut-offs connects or disconnects, and when usage reports cannot be sent. Use it to log
   * the status.
   */
  readonly onStatus?: ((status: CutOffStreamStatus) => void) | undefined;
}

/** The parsed options. */
export interface Settings {
  readonly issuer: string;
  readonly audience: string;
  readonly client: ServiceClient | undefined;
  readonly whenDisconnected: 'serve' | 'refuse';
  readonly dpop: DpopMode;
  readonly publicUrl: string | undefined;
  readonly tokens: number;
  readonly proofs: number;
  readonly lists: number;
  /** Seconds since the epoch. */
  readonly now: () => number;
  readonly fetch: FetchLike;
  readonly onStatus: (status: CutOffStreamStatus) => void;
}

/**
 * Parses the options.
 * @throws TypeError for any invalid option
 */
export function readOptions(options: VerifierOptions): Settings {
  const {
    audience,
    client,
    whenDisconnected = 'serve',
    dpop = 'when-bound',
    publicUrl,
    cache = {},
    onStatus,
  } = options;
  const { clock = Date.now, fetch = globalThis.fetch } = options;
  if (typeof audience !== 'string' || audience === '')
    throw new TypeError('“audience” is missing. Give the application’s identifier in Licet.');
  if (client && (!client.id || !client.secret))
    throw new TypeError('“client” lacks its id or its secret. Give both, or no client.');
  if (whenDisconnected !== 'serve' && whenDisconnected !== 'refuse')
    throw new TypeError('“whenDisconnected” is neither “serve” nor “refuse”.');
  if (whenDisconnected === 'refuse' && !client)
    throw new TypeError('“whenDisconnected: refuse” without “client” would refuse everything. Give a service client.');
  if (dpop !== 'when-bound' && dpop !== 'required')
    throw new TypeError('“dpop” is neither “when-bound” nor “required”.');
  if (dpop === 'required' && publicUrl === undefined)
    throw new TypeError(
      '“dpop: required” without “publicUrl” would take proofs that were made for other servers. Give the address under which clients reach this one.',
    );
  return {
    issuer: issuerAddress(options.issuer),
    audience,
    client,
    whenDisconnected,
    dpop,
    publicUrl: publicUrl === undefined ? undefined : publicBase(publicUrl),
    tokens: bound(cache.tokens, 10_000, 'tokens'),
    proofs: bound(cache.proofs, 200_000, 'proofs'),
    lists: bound(cache.lists, 1000, 'lists'),
    now: () => clock() / 1000,
    fetch: (address, init) => fetch(address, init),
    onStatus: (status) => onStatus?.(status),
  };
}

function publicBase(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol) || /[?#]/.test(address))
    throw new TypeError(`“${address}” is not a public address. Give one as https://api.example.org.`);
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/$/, '');
}

function bound(value: number | undefined, otherwise: number, name: string): number {
  if (value === undefined) return otherwise;
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new TypeError(`“cache.${name}” is not a whole number.`);
}
