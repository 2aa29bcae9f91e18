import type { CutOffStreamStatus } from './cut-off-stream.ts';
import { type FetchLike, issuerAddress } from './issuer.ts';
import type { DpopMode } from './refused-reply.ts';
import type { ServiceClient } from './service.ts';

/** The options of a verifier. */
export interface VerifierOptions {
  /** The address of Licet, exactly as it is configured there, because it is compared with the issuer in tokens. */
  readonly issuer: string;
  /** The application's identifier in Licet. */
  readonly audience: string;
  /**
   * A client of kind “service” of the application. With this client the verifier learns of revoked access within a
   * second, fetches lists that were too long for a token, and reports exercised permissions.
   */
  readonly client?: ServiceClient | undefined;
  /**
   * The treatment of tokens while the stream of cut-offs is disconnected: down for more than five seconds, or silent
   * for 20 (Licet sends something every 15), which detects a silently cut connection. `serve` (default): tokens work
   * for their five minutes. `refuse`: 503 until the stream is back; needs `client`.
   */
  readonly whenDisconnected?: 'serve' | 'refuse' | undefined;
  /** `required` refuses tokens that are not bound to a key; needs `publicUrl`. Default `when-bound`. */
  readonly dpop?: DpopMode | undefined;
  /**
   * The address under which clients reach this server, as `https://api.example.org` or with the path that a proxy
   * strips. DPoP proofs are compared with it. Default: the Host header and the socket. Set it if tokens are bound to
   * keys. The caller chooses the Host header, so without `publicUrl` another server could replay a proof that it
   * received: sent here with the Host header of that server, the proof passes. `X-Forwarded-*` is ignored.
   */
  readonly publicUrl?: string | undefined;
  /** The most entries to keep in memory. */
  readonly cache?:
    | {
        /** Verified tokens. Default 10,000; 0 verifies each time. */
        readonly tokens?: number | undefined;
        /** DPoP proofs that were used, for five minutes. Default 200,000. */
        readonly proofs?: number | undefined;
        /** Lists of permissions. Default 1,000. */
        readonly lists?: number | undefined;
      }
    | undefined;
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly clock?: (() => number) | undefined;
  /** Default: the runtime's `fetch`. Set it, for example, to reach Licet at an internal address. */
  readonly fetch?: FetchLike | undefined;
  /**
   * Called when the stream of cut-offs is connected or lost, and when reports of usage cannot be sent. Log the status.
   */
  readonly onStatus?: ((status: CutOffStreamStatus) => void) | undefined;
}

/** The parsed options. Every mistake in them is reported at the start. */
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

/** @throws TypeError */
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
