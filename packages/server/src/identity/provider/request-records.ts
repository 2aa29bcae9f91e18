import type { AdapterPayload, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { Refusal } from '../../refusal.ts';
import type { NewestAccess } from '../../store/access/effective.ts';
import type { ClientToSignIn } from '../../store/applications/clients.ts';
import type { Database } from '../../store/kernel/database.ts';
import type { Head } from '../../store/kernel/snapshot.ts';
import type { Account } from '../../store/sign-in/accounts.ts';
import { grantIdOf, type RecordWrites, removeRecordsOfGrant, writeRecords } from '../../store/sign-in/records.ts';
import type { TokenContent } from '../tokens/token-claims.ts';

// oidc-provider reads and writes records one by one. We read all records of a token in one query, and write them together at the end of
// the request. See docs/decisions.

/** The records that a request has read in advance and has yet to write. */
export interface RequestRecords {
  /** Returns a record that was read in advance, and forgets it. A second lookup goes to the database. */
  readonly take: (model: string, key: string) => AdapterPayload | undefined;
  readonly keepRecord: (model: string, key: string, payload: AdapterPayload) => void;
  /** Like `take`, for a client. */
  readonly takeClient: (id: string) => ClientToSignIn | undefined;
  readonly keepClient: (client: ClientToSignIn) => void;
  /** Like `take`, for the request's user and, if given, their session. */
  readonly takeAccount: (id: string, sessionUid: string | undefined) => Account | undefined;
  readonly keepAccount: (account: Account, sessionUid: string | undefined) => void;
  /** Like `take`, for the access that a token for this user or program in the application will contain. */
  readonly takeAccess: (sub: string, application: string) => NewestAccess | undefined;
  readonly keepAccess: (access: NewestAccess, sub: string, application: string) => void;
  /** The change number and the instant that were read together with the request's records at the token endpoint. */
  readonly head: () => Head | undefined;
  readonly keepHead: (moment: Head) => void;
  /** The content of the token that is being issued. */
  readonly content: () => TokenContent | undefined;
  readonly keepContent: (grant: TokenContent) => void;
  /** Returns true only at the first call. */
  readonly firstAssertion: () => boolean;
  readonly postpone: (writes: Partial<RecordWrites>) => void;
  /** Returns the postponed writes together with `also`, and clears them. */
  readonly takePostponed: (also?: Partial<RecordWrites>) => RecordWrites;
  readonly hasPostponed: () => boolean;
}

/** Koa's state of a request. */
interface State {
  licet?: RequestRecords;
}

/** The records of a request to the provider; created at the first call. */
export function recordsOf(ctx: Pick<KoaContextWithOIDC, 'state'>): RequestRecords {
  const state: State = ctx.state;
  state.licet ??= create();
  return state.licet;
}

function create(): RequestRecords {
  const read = new Map<string, AdapterPayload>();
  let client: ClientToSignIn | undefined;
  let account: { readonly account: Account; readonly sessionUid: string | undefined } | undefined;
  let moment: Head | undefined;
  let grant: TokenContent | undefined;
  let assertion = false;
  let access: { readonly access: NewestAccess; readonly sub: string; readonly application: string } | undefined;
  let waiting = nothing;
  return {
    takeAccount: (id, sessionUid) => {
      const found = account?.account.id === id && account.sessionUid === sessionUid ? account.account : undefined;
      account = undefined;
      return found;
    },
    keepAccount: (found, sessionUid) => {
      account = { account: found, sessionUid };
    },
    takeAccess: (sub, application) => {
      const found = access?.sub === sub && access.application === application ? access.access : undefined;
      access = undefined;
      return found;
    },
    keepAccess: (found, sub, application) => {
      access = { access: found, sub, application };
    },
    content: () => grant,
    keepContent: (computed) => {
      grant = computed;
    },
    firstAssertion: () => {
      const first = !assertion;
      assertion = true;
      return first;
    },
    head: () => moment,
    keepHead: (read) => {
      moment = read;
    },
    takeClient: (id) => {
      const found = client?.id === id ? client : undefined;
      client = undefined;
      return found;
    },
    keepClient: (found) => {
      client = found;
    },
    take: (model, key) => {
      const name = `${model} ${key}`;
      const found = read.get(name);
      read.delete(name);
      return found;
    },
    keepRecord: (model, key, payload) => void read.set(`${model} ${key}`, payload),
    postpone: (writes) => {
      waiting = together(waiting, writes);
    },
    takePostponed: (also = {}) => {
      const all = together(waiting, also);
      waiting = nothing;
      return all;
    },
    hasPostponed: () => waiting !== nothing,
  };
}

const nothing: RecordWrites = { saved: [], removed: [], used: null };

const together = (one: RecordWrites, other: Partial<RecordWrites>): RecordWrites => ({
  saved: [...one.saved, ...(other.saved ?? [])],
  removed: [...one.removed, ...(other.removed ?? [])],
  used: other.used ?? one.used,
});

/**
 * Writes a request's postponed records. If another request has already consumed the code or refresh token, saves
 * nothing and revokes the grant (RFC 6749 section 4.1.2, RFC 9700 section 4.14.2).
 * @throws InvalidGrant when the code or refresh token was already used
 */
export async function writePostponed(database: Database, writes: RecordWrites): Promise<void> {
  if (await writeRecords(database, writes)) return;
  const { used } = writes;
  const grant = used && (await grantIdOf(database, used.model, used.id));
  if (typeof grant === 'string') await removeRecordsOfGrant(database, grant);
  throw new errors.InvalidGrant('it was used before');
}

/** Writes the records that are still postponed at the end of a request, before the response is sent. */
export function writePostponedAtEnd(provider: Provider, database: Database, onError: (error: Error) => void): void {
  provider.use(async (ctx, next) => {
    await next();
    const records = recordsOf(ctx);
    if (!records.hasPostponed()) return;
    try {
      await writePostponed(database, records.takePostponed());
    } catch (error) {
      if (error instanceof Error && !(error instanceof errors.InvalidGrant)) onError(error);
      if (ctx.status >= 400) return;
      ctx.status = error instanceof Refusal ? error.problem.status : 500; // a response must not promise what was not stored
      ctx.body = { error: 'server_error' };
    }
  });
}
