import { type StoredPasskey, storedPasskey } from '../credentials/passkeys.ts';
import type { Database } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';
import { prepared, sql } from '../kernel/sql.ts';
import { unawaited } from '../kernel/unawaited.ts';
import { type Account, accountAt } from './accounts.ts';

/** A passkey that is shown in answer to a challenge. */
export interface ShownPasskey {
  /** What it was to sign; undefined when nothing was asked, or too long ago. */
  readonly challenge: string | undefined;
  /** Undefined when nobody has it. */
  readonly passkey: StoredPasskey | undefined;
  /** Whose it is; null when they are gone. */
  readonly account: Account | null;
}

/**
 * Takes a challenge for the one attempt that it is good for, and finds what is shown in answer to it, by one statement; `about` is what the
 * challenge is for, `credentialId` by what name an authenticator knows the passkey.
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
