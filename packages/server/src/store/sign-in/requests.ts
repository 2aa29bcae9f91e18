import { type NewestAccess, tokenContent } from '../access/effective.ts';
import { type ProvingKey, provingKeysOf } from '../applications/client-keys.ts';
import {
  type ClientToSignIn,
  type ClientToSignInRow,
  clientToSignIn,
  clientToSignInOf,
} from '../applications/clients.ts';
import type { Database } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';
import { type Head, newestHead } from '../kernel/snapshot.ts';
import { prepared, sql } from '../kernel/sql.ts';
import { asOf } from '../walk/walk.ts';
import { type Account, type AccountIn, accountAt, accountIn } from './accounts.ts';
import {
  clientOfInteraction,
  type FoundRecord,
  type FoundToken,
  hashOf,
  type NewRecord,
  type RecordPayload,
  recordAt,
  type TokenRecord,
  tokenAt,
  tokenOf,
  withUse,
} from './records.ts';

// The data that a request to the provider depends on, read in one statement. The provider itself checks whether the request may use them.

/** The data that a request to the token endpoint depends on. */
export interface TokenRequestBasis {
  readonly client: ClientToSignIn | undefined;
  /** The keys with which the client authenticates; null for a public client. */
  readonly keys: readonly ProvingKey[];
  /** The newest moment at the time of the statement. */
  readonly head: Head;
  /** The code or refresh token that the client presents. */
  readonly token: TokenRecord | undefined;
  /** The user of the token, with the state of their session; null if the user does not exist. */
  readonly account: AccountIn | null;
  /**
   * The access of the token's user in the client's application, if requested. Null for a confidential client, which
   * must authenticate first.
   */
  readonly access: NewestAccess | null;
}

/**
 * Finds a client and the token that it presents. If `access` is true and the client is public, also reads the user's
 * access for a new token.
 */
export async function readTokenRequest(
  database: Database,
  clientId: string,
  shown: Pick<NewRecord, 'model' | 'id'> | undefined,
  access: boolean,
): Promise<TokenRequestBasis> {
  const offset = database.clockOffset();
  const asking = shown
    ? (access ? clientTokenAccess : clientToken)(clientId, shown.model, hashOf(shown.id), offset)
    : clientAlone(clientId, offset);
  const { rows } = await poolOf(database).query<TokenRequestRow>(asking);
  const [row] = rows;
  if (!row) throw new Error('A request of the token endpoint was not read.');
  const { payload, consumed, session, grant, account, keys, no, now, clock, head, ...others } = row;
  const { roles, permissions, changesAt, ...client } = others;
  const at = { at: now, clock, head };
  return {
    client: client.id === null ? undefined : clientToSignInOf(client),
    keys: keys ?? [],
    head: { no, ...at },
    token: shown && payload ? tokenOf({ payload, consumed, session, grant }, shown.id) : undefined,
    account: account ?? null,
    access: roles && permissions ? { roles, permissions, changesAt: changesAt ?? null, ver: no, ...at } : null,
  };
}

/** A sign-in in progress with its client, and the user who has signed in on its page, if any. */
export interface AnsweredInteraction {
  readonly interaction: RecordPayload;
  readonly client: ClientToSignIn | undefined;
  readonly account: Account | null;
}

/** Finds a sign-in in progress when the browser returns from the sign-in page. */
export async function findAnswered(database: Database, id: string): Promise<AnsweredInteraction | undefined> {
  const { rows } = await poolOf(database).query<ClientToSignInRow & FoundRecord & { account: Account | null }>(
    answered(hashOf(id), database.clockOffset()),
  );
  const [row] = rows;
  if (!row) return undefined;
  const { payload, consumed, account, ...client } = row;
  return {
    interaction: { ...withUse({ payload, consumed }), jti: id },
    client: client.id === null ? undefined : clientToSignInOf(client),
    account,
  };
}

type TokenRequestRow = ClientToSignInRow &
  Omit<FoundToken, 'payload'> &
  Pick<Head, 'no' | 'clock' | 'head'> & {
    readonly now: string;
    readonly keys: readonly ProvingKey[] | null;
    readonly payload: RecordPayload | null;
    readonly account?: AccountIn | null;
  } & Partial<{ [Part in 'roles' | 'permissions' | 'changesAt']: NewestAccess[Part] | null }>;

const head = (offset: unknown) => sql`h as materialized (${newestHead(offset)})`;
const walk = asOf(sql`(select no from h)`, sql`(select at from h)`);
const moment = sql`h.no, h.at as now, h.clock, h.head`;
const content = sql`i.roles, i.permissions, i."changesAt"`;

const isConfidential = sql`c.kind in ('server', 'service')`;
/** The keys of a confidential client. */
const keys = (offset: unknown) => sql`case when ${isConfidential} then ${provingKeysOf(sql`c.id`, offset)} end as keys`;

type OfClient = [clientId: string, offset: number];
const clientAlone = prepared<OfClient>(
  'client-at-token-endpoint',
  (clientId, offset) => sql`
    with ${head(offset)}
    select c.*, ${keys(offset)}, ${moment} from h left join (${clientToSignIn(clientId)}) c on true`,
);

type OfToken = [clientId: string, model: string, id: Buffer, offset: number];
const holder = sql`(t.payload ->> 'accountId')::uuid`;
const withToken = (clientId: unknown, model: unknown, id: unknown, offset: unknown) => sql`
  from h left join (${clientToSignIn(clientId)}) c on true
  left join (${tokenAt(model, id, offset)}) t on true
  left join lateral (${accountIn(holder, sql`t.payload ->> 'sessionUid'`, offset)}) a on true`;
const clientToken = prepared<OfToken>(
  'client-and-token',
  (clientId, model, id, offset) => sql`
    with ${head(offset)}
    select c.*, ${keys(offset)}, ${moment}, t.*, to_jsonb(a) as account ${withToken(clientId, model, id, offset)}`,
);
// Null for a confidential client, so that no access is computed. A false join condition would be evaluated only after
// the computation.
const ofPublic = sql`case when not ${isConfidential} then c.application end`;
const clientTokenAccess = prepared<OfToken>(
  'client-and-token-with-access',
  (clientId, model, id, offset) => sql`
    with ${head(offset)}
    select c.*, ${keys(offset)}, ${moment}, t.*, to_jsonb(a) as account, ${content} ${withToken(clientId, model, id, offset)}
    left join lateral (${tokenContent(walk, holder, ofPublic)}) i on a.id is not null`,
);

const answered = prepared<[id: Buffer, offset: number]>(
  'interaction-answered',
  (id, offset) => sql`
    select r.payload, r.consumed, c.*, to_jsonb(a) as account from (${recordAt(sql`'Interaction'`, id, offset)}) r
    left join lateral (${clientToSignIn(clientOfInteraction)}) c on true
    left join lateral (${accountAt(sql`(r.payload #>> '{result,login,accountId}')::uuid`, offset)}) a on true`,
);
