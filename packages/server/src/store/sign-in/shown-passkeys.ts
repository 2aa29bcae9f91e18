import { type StoredPasskey, storedPasskey } from '../credentials/passkeys.ts';
import { type Database, unawaited } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';
import { prepared, sql } from '../kernel/sql.ts';
import { type Account, accountAt } from './accounts.ts';

/** A passkey that is presented in answer to a challenge. */
export interface ShownPasskey {
  /** The challenge to sign; undefined if there is none, or it has expired. */
  readonly challenge: string | undefined;
  /** Undefined if the passkey is unknown. */
  readonly passkey: StoredPasskey | undefined;
  /** The user of the passkey; null if deleted. */
  readonly account: Account | null;
}

/**
 * Uses the challenge, which is valid for one attempt, and finds the presented passkey, in one statement. `about` is the purpose of the
 * challenge, `credentialId` the passkey's id.
 */
export async function takeShown(
  database: Database,
  about: string,
  credentialId: Buffer,
  now: string,
): Promise<ShownPasskey> {
  const { rows } = await poolOf(database).query<ShownRow>(shown(about, credentialId, now, database.clockOffset()));
  const [row] = rows;
  if (!row) throw new Error('What a passkey was shown for could not be read.');
  const { challenge, account, ...passkey } = row;
  return { challenge: challenge ?? undefined, account, passkey: passkey.id === null ? undefined : passkey };
}

type ShownRow = { readonly challenge: string | null; readonly account: Account | null } & (
  | StoredPasskey
  | { readonly id: null }
);

const shown = prepared<[about: string, credentialId: Buffer, now: string, offset: number]>(
  'passkey-shown',
  (about, credentialId, now, offset) => sql`
    with taken as (
      delete from passkey_challenges where id = ${about} and ${unawaited}
      returning case when expires_at > ${now}::timestamptz then challenge end as challenge
    )
    select t.challenge, k.*, to_jsonb(a) as account from (select) one
    left join taken t on true
    left join (${storedPasskey(credentialId)}) k on true
    left join lateral (${accountAt(sql`k."userId"`, offset)}) a on true`,
);
