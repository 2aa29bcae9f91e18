import type { MailLanguage, ServerCondition } from '@licet/contract';
import type { Upstream } from '../identity/connections/external-provider.ts';
import type { Hashing } from '../identity/factors/hashing.ts';
import type { Secrets } from '../identity/keys/secrets.ts';
import type { Live } from '../live/hub.ts';
import type { Mailer } from '../mail/mail-server.ts';
import { refuse } from '../refusal.ts';
import type { Acting } from '../store/kernel/change.ts';
import type { Database } from '../store/kernel/database.ts';
import type { Queryable } from '../store/kernel/pool.ts';

/**
 * Who makes a call. The operator is whoever owns the data directory and came by its socket. `audience` is the identifier of the
 * application that the token is for: `licet` for the console's, and anything else may ask about that application alone.
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
      /** The number of the change that the token's access was computed at, and its expiry in seconds since the epoch. */
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

/** Where a request came from, for the sign-in log and for throttling. */
export interface Origin {
  readonly address: string | null;
  readonly agent: string | null;
  /** The language that the browser asks for, of those that mails are written in. */
  readonly language?: MailLanguage | undefined;
  readonly requestId: string;
}

/** All that a use case may know beside its input. */
export interface Context {
  readonly database: Database;
  readonly caller: Caller;
  readonly origin: Origin;
  /** The public address of this Licet, without a slash at the end. */
  readonly issuer: string;
  /** Hashes and compares passwords, a bounded number at a time in the whole process. */
  readonly hashing: Hashing;
  /** Encrypts what is kept for people under the server's key. */
  readonly secrets: Secrets;
  /** Speaks to the providers that people sign in by. */
  readonly upstream: Upstream;
  /** Signs with the next key from now on, in every process; in this one before it answers. */
  readonly rotateKeys: (actor: Acting) => Promise<void>;
  /** The checkpoints of the audit chain that are kept in the folder outside, when there is one. */
  readonly outsideCheckpoints?: (() => Promise<readonly string[]>) | undefined;
  /** What open streams hear of changes from; the operator's socket has none. */
  readonly live?: Live | undefined;
  /** What hands mails over; tests that are about something else have none. */
  readonly mailer?: Mailer | undefined;
  /** A connection beside the pool, for the operator: what it says does not wait for the work of others. */
  readonly beside?: Queryable | undefined;
  /** What the server knows of itself that can be amiss; tests of other things have none. */
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
