import { aboutAuditKey } from '../../audit/audit-keys.ts';
import { resealImported } from '../../identity/factors/imported-hashes.ts';
import {
  aboutConnection,
  aboutDevice,
  aboutErasedNames,
  aboutIdToken,
  type Secrets,
  signingKeys,
  totpAbout,
} from '../../identity/keys/secrets.ts';
import { mailPasswordAbout } from '../../mail/mail-server.ts';
import { change } from '../../store/kernel/change.ts';
import { poolOf, type Queryable } from '../../store/kernel/pool.ts';
import {
  hasFingerprint,
  moveFingerprint,
  type SealedName,
  type SealedRow,
  sealedAfter,
  sealedNames,
  writeSealed,
} from '../../store/sealed/sealed.ts';
import { streamOf } from '../access/stream.ts';
import { answering } from '../use-case.ts';

/** Counts of a column's sealed values: all, those under a former key, and those that no known key opens. */
interface SealedCount {
  readonly column: string;
  readonly sealed: number;
  readonly former: number;
  readonly unreadable: number;
}

export interface Resealing {
  readonly database: Queryable;
  readonly secrets: Secrets;
  /** Only counts, and writes nothing. */
  readonly countOnly?: boolean;
  /** Rows per batch. */
  readonly batch?: number;
  /** Called with the counts of a column after each part of it. @throws to stop there */
  readonly onProgress?: (count: SealedCount) => void | Promise<void>;
}

/**
 * Reseals with the first key, row by row, all values that another key sealed. Servers that know both keys keep working
 * meanwhile. The work can be interrupted at any point and repeated.
 */
export async function resealAll(parts: Resealing): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const column of sealedNames) counts.push(await resealColumn(column, parts));
  return counts;
}

async function resealColumn(
  column: SealedName,
  { database, secrets, countOnly = false, batch = 500, onProgress = () => undefined }: Resealing,
): Promise<SealedCount> {
  let count: SealedCount = { column, sealed: 0, former: 0, unreadable: 0 };
  for (let after = ''; ; ) {
    const rows = await sealedAfter(database, column, after, batch);
    for (const row of rows) {
      const next = resealed(column, row, secrets);
      if (next !== undefined && next !== 'unreadable' && !countOnly)
        await writeSealed(database, column, row, next.value);
      const [former, unreadable] = [typeof next === 'object', next === 'unreadable'].map(Number) as [number, number];
      count = {
        column,
        sealed: count.sealed + 1,
        former: count.former + former,
        unreadable: count.unreadable + unreadable,
      };
    }
    await onProgress(count);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return count;
    after = last.key;
  }
}

function resealed(
  column: SealedName,
  { sealed, of }: SealedRow,
  secrets: Secrets,
): { readonly value: Buffer | string } | 'unreadable' | undefined {
  try {
    const next = reseal[column](secrets, sealed, of);
    return next === undefined ? undefined : { value: next };
  } catch {
    return 'unreadable';
  }
}

type Reseal = (secrets: Secrets, sealed: Buffer | string, of: readonly string[]) => Buffer | string | undefined;

const inBytes =
  (about: (of: readonly string[]) => string, purpose?: typeof signingKeys): Reseal =>
  (secrets, sealed, of) =>
    secrets.reseal(Buffer.from(sealed as Buffer), about(of), purpose);

const inText =
  (encoding: 'base64' | 'base64url', about: (of: readonly string[]) => string): Reseal =>
  (secrets, sealed, of) =>
    secrets.reseal(Buffer.from(String(sealed), encoding), about(of))?.toString(encoding);

const ofIdToken = ([connection = '', issuer = '', subject = '']: readonly string[]) =>
  aboutIdToken(connection, { issuer, subject });

const reseal: Readonly<Record<SealedName, Reseal>> = {
  'signing_keys.private_key': inBytes(([kid = '']) => kid, signingKeys),
  'audit_keys.sealed': inBytes(([kid = '']) => aboutAuditKey(kid)),
  'erased_name_keys.sealed': inBytes(() => aboutErasedNames),
  'totp.secret': inBytes(([user = '']) => totpAbout(user)),
  'totp_offers.secret': inBytes(([user = '']) => totpAbout(user)),
  'mail_settings.password': inBytes(() => mailPasswordAbout),
  'connection_secrets.secret': inBytes(([connection = '']) => aboutConnection(connection)),
  'upstream_sessions.id_token': inBytes(ofIdToken),
  'upstream_sign_ins.proved': inText('base64', ofIdToken),
  'oidc_records.payload': inText('base64url', () => aboutDevice),
  'credentials.password_hash': (secrets, kept) => resealImported(String(kept), secrets),
};

/**
 * With several keys, counts the values that are not under the first. With a single key nothing is counted; only a
 * re-encryption finds values that it cannot open.
 */
export const encryption = answering('operator.encryption', async ({ database, secrets }) => {
  const columns = secrets.keys === 1 ? [] : await resealAll({ database: poolOf(database), secrets, countOnly: true });
  return {
    keys: secrets.keys,
    ...summed(columns),
    columns: columns.filter(({ former, unreadable }) => former + unreadable > 0),
  };
});

/** Reseals everything, then counts the values that are left: another server may have sealed with the old key meanwhile. */
export const rotateEncryption = answering(
  'operator.rotateEncryption',
  async ({ database, secrets, access: { actor } }) =>
    streamOf<string>(async (give) => {
      const say = (line: object) => give(`${JSON.stringify(line)}\n`);
      const parts = { database: poolOf(database), secrets };
      const done = await resealAll({ ...parts, onProgress: (column) => say({ column }) });
      const left = await resealAll({ ...parts, countOnly: true });
      const { former, unreadable } = summed(left);
      const resealed = summed(done).former;
      if (actor && former === 0 && !(await hasFingerprint(parts.database, secrets.fingerprint)))
        await change(database, actor, async (handle) => {
          await moveFingerprint(handle.connection, secrets.fingerprint);
          handle.record({
            action: 'key.encryption_rotated',
            target: { kind: 'key', id: 'encryption', name: 'encryption' },
            after: { resealed, unreadable },
          });
        });
      await say({ report: { keys: secrets.keys, resealed, former, unreadable } });
    }),
);

const summed = (columns: readonly SealedCount[]) => ({
  former: columns.reduce((sum, { former }) => sum + former, 0),
  unreadable: columns.reduce((sum, { unreadable }) => sum + unreadable, 0),
});
