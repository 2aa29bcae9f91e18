import { type TokenAccess, tokenAccessAt } from '../access/effective.ts';
import {
  type ClientToSignIn,
  type ClientToSignInRow,
  clientToSignIn,
  clientToSignInOf,
} from '../applications/clients.ts';
import type { Database } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';
import { prepared, sql } from '../kernel/sql.ts';
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

// The data that a request of the provider depends on, read in one statement. The provider checks whether the request
// may have it.

/** A client with the code or refresh token that it presents, and the data of a token made from it. */
export interface ShownToken {
  readonly client: ClientToSignIn | undefined;
  readonly token: TokenRecord | undefined;
  /** The user with the state of their session; null if they do not exist. */
  readonly account: AccountIn | null;
  /** The access that a new token carries in the client's application. */
  readonly access: TokenAccess | null;
}

/** Finds a client with what it presents. */
export async function findShownToken(
  database: Database,
  clientId: string,
  { model, id }: Pick<NewRecord, 'model' | 'id'>,
): Promise<ShownToken | undefined> {
  const { rows } = await poolOf(database).query<ShownRow>(shown(clientId, model, hashOf(id), database.clockOffset()));
  const [row] = rows;
  if (!row) return undefined;
  const { payload, consumed, session, grant, account, roles, permissions, changesAt, ver, at, clock, ...client } = row;
  return {
    client: client.id === null ? undefined : clientToSignInOf(client),
    token: payload === null ? undefined : tokenOf({ payload, consumed, session, grant }, id),
    account,
    access: ver === null ? null : { roles, permissions, changesAt, ver, at, clock },
  };
}

/** A running sign-in with its client, and the user who has signed in on its page, if any. */
export interface AnsweredInteraction {
  readonly interaction: RecordPayload;
  readonly client: ClientToSignIn | undefined;
  readonly account: Account | null;
}

/** Finds a sign-in that returns from its page. */
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

type ShownRow = ClientToSignInRow &
  Omit<FoundToken, 'payload'> &
  Omit<TokenAccess, 'ver'> & {
    readonly payload: RecordPayload | null;
    readonly account: AccountIn | null;
    readonly ver: number | null;
  };

const holder = sql`(t.payload ->> 'accountId')::uuid`;

const shown = prepared<[clientId: string, model: string, id: Buffer, offset: number]>(
  'client-and-token',
  (clientId, model, id, offset) => sql`
    select c.*, t.*, to_jsonb(a) as account, i.* from (select) one
    left join (${clientToSignIn(clientId)}) c on true
    left join (${tokenAt(model, id, offset)}) t on true
    left join lateral (${accountIn(holder, sql`t.payload ->> 'sessionUid'`, offset)}) a on true
    left join lateral (${tokenAccessAt(holder, sql`c.application`, sql`null`, offset)}) i on a.id is not null`,
);

const answered = prepared<[id: Buffer, offset: number]>(
  'interaction-answered',
  (id, offset) => sql`
    select r.payload, r.consumed, c.*, to_jsonb(a) as account from (${recordAt(sql`'Interaction'`, id, offset)}) r
    left join lateral (${clientToSignIn(clientOfInteraction)}) c on true
    left join lateral (${accountAt(sql`(r.payload #>> '{result,login,accountId}')::uuid`, offset)}) a on true`,
);
