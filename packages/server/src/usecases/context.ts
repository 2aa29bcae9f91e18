import type { FieldError, MailLanguage, ServerCondition } from '@licet/contract';
import type { Upstream } from '../identity/connections/external-provider.ts';
import type { Hashing } from '../identity/factors/hashing.ts';
import type { Secrets } from '../identity/keys/secrets.ts';
import type { Live } from '../live/hub.ts';
import type { Mailer } from '../mail/mail-server.ts';
import { fault, refuse } from '../refusal.ts';
import type { Acting } from '../store/kernel/change.ts';
import type { Database } from '../store/kernel/database.ts';
import type { Queryable } from '../store/kernel/pool.ts';

/**
 * The caller of a call. The operator owns the data directory and calls through its socket. `audience` is the identifier
 * of the token's application: `licet` for the console's tokens. Any other token may ask only about its own application.
 */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'operator' }
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly sessionId: string | null;
      /** The client that the token was issued to. */
      readonly clientId?: string;
      readonly audience: string;
      /**
       * `version`: the number of the change at which the token's access was computed. `expiresAt`: seconds since the
       * epoch.
       */
      readonly token: {
        readonly version: number;
        readonly expiresAt: number;
        /** A digest of the access that the token carries, as `fingerprintOf` makes it. */
        readonly carries?: () => string;
      };
    }
  | {
      readonly kind: 'service';
      readonly clientId: string;
      readonly audience: string;
      readonly token: { readonly version: number; readonly expiresAt: number };
    };

/** The source of a request, for the sign-in log and throttling. */
export interface RequestSource {
  readonly address: string | null;
  readonly agent: string | null;
  /** The browser's preferred language, of those available for mails. */
  readonly language?: MailLanguage | undefined;
  readonly requestId: string;
}

/** The environment of a use case besides its input. */
export interface Context {
  readonly database: Database;
  readonly caller: Caller;
  readonly origin: RequestSource;
  /** The public address of this Licet, without a slash at the end. */
  readonly issuer: string;
  /** Hashes and compares passwords, a bounded number at a time in the whole process. */
  readonly hashing: Hashing;
  /** Encrypts stored secrets of users under the server's key. */
  readonly secrets: Secrets;
  /** The client for external sign-in providers. */
  readonly upstream: Upstream;
  /** Makes every process sign with the next key; this process does so before the promise resolves. */
  readonly rotateKeys: (actor: Acting) => Promise<void>;
  /** The checkpoints of the external folder, if there is one. */
  readonly outsideCheckpoints?: (() => Promise<readonly string[]>) | undefined;
  /** The source of changes for open streams; the operator's socket has none. */
  readonly live?: Live | undefined;
  /** Sends mails; undefined in tests that send none. */
  readonly mailer?: Mailer | undefined;
  /** A connection outside the pool, for the operator, so that the operator's calls do not wait for others. */
  readonly outsidePool?: Queryable | undefined;
  /**
   * Aborts when the caller has closed the connection. Work that changes nothing then stops; a change continues. Undefined
   * in tests, and for work without a waiting caller.
   */
  readonly disconnected?: AbortSignal | undefined;
  /** The server's own health; undefined in tests that do not need it. */
  readonly condition?: (() => Promise<ServerCondition>) | undefined;
}

/** The id of the signed-in user. @throws Refusal `people_only`, `unauthenticated` */
export function callerId(caller: Caller): string {
  return personOf(caller).userId;
}

/** The caller, when it is a person. @throws Refusal `people_only`, `unauthenticated` */
export function personOf(caller: Caller): Caller & { readonly kind: 'user' } {
  if (caller.kind === 'user') return caller;
  return caller.kind === 'service'
    ? refuse('people_only', 'about_a_user', {})
    : refuse('unauthenticated', 'user_needed', {});
}

/**
 * Returns an instant of any offset in stored form: ISO 8601 in UTC with microseconds. Returns a fault if its year is
 * out of range.
 */
export function inUtc(instant: string, pointer: string): string | FieldError {
  const time = Date.parse(instant);
  if (Number.isNaN(time) || time < earliest || time > latest) return fault({ pointer }, 'time_out_of_range', {});
  const digits = /\.(\d+)/.exec(instant)?.[1] ?? '';
  return `${new Date(time).toISOString().slice(0, 19)}.${digits.slice(0, 6).padEnd(6, '0')}Z`;
}

const earliest = Date.UTC(1970, 0);
const latest = Date.UTC(9998, 11, 31);

/** What distinguishes a caller from all others on this server: an id, or the kind of a caller without one. */
export const nameOfCaller = (caller: Caller): string =>
  'userId' in caller ? caller.userId : 'clientId' in caller ? caller.clientId : caller.kind;
