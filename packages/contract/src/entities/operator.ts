import * as z from 'zod';
import { passwordLink } from './passwords.ts';
import { user } from './users.ts';

/** A folder that a server writes to by itself. */
const folder = z.strictObject({
  /** Why it cannot be used, as the system says; null when it can. */
  fault: z.string().nullable(),
  /** Seconds since the newest of what it holds, and between two; null where there is none, or it is not known. */
  newestSeconds: z.number().nullable(),
  everySeconds: z.number().nullable(),
});

/** What a server knows of itself that can be amiss; null is what it could not learn, because the database did not answer. */
export const serverCondition = z.strictObject({
  /** Which settings it was given; of those that say nothing about people or secrets, what. */
  settings: z.record(z.string(), z.string()),
  /** A sentence for each name that it was given and does not know. */
  settingsUnknown: z.array(z.string()),
  /** Why it cannot answer requests, as /readyz says; null when it can. */
  notReady: z.string().nullable(),
  /** How far its machine's clock is ahead of the database's. */
  clockAheadSeconds: z.number().nullable(),
  /** Whether it can know where requests come from: a proxy that it trusts tells, or TLS ends here. */
  seesAddresses: z.boolean(),
  /** Whether it speaks TLS itself. */
  ownTls: z.boolean(),
  /** Whether whoever sent the last X-Forwarded-For is a trusted proxy; null when none was sent yet. */
  forwarderTrusted: z.boolean().nullable(),
  pool: z.strictObject({ inUse: z.int(), waiting: z.int(), most: z.int() }),
  mail: z.enum(['not_set', 'untried', 'works', 'fails']).nullable(),
  jobs: z
    .array(
      z.strictObject({
        kind: z.string(),
        due: z.int(),
        oldestSeconds: z.number(),
        putOff: z.int(),
        givenUp: z.int(),
      }),
    )
    .nullable(),
  /** Where backups are made to by themselves, and where checkpoints of the audit chain go; null where nowhere. */
  backups: folder.nullable(),
  checkpoints: folder.nullable(),
});

export const status = z.strictObject({
  version: z.string(),
  issuer: z.string(),
  /** Null, as what follows, while the database does not answer. */
  database: z.string().nullable(),
  setUp: z.boolean().nullable(),
  change: z.int().nullable(),
  uptimeSeconds: z.int(),
  condition: serverCondition.nullable(),
});

export type ServerCondition = z.infer<typeof serverCondition>;
export type Status = z.infer<typeof status>;

/** What a backup is locked with: 32 bytes in Base64, or a passphrase. */
export const backupLock = z.union([
  z.strictObject({ key: z.base64().length(44) }),
  z.strictObject({ passphrase: z.string().min(15).max(1024) }),
]);

/** `secondFactor`: whether the user has one, which the link does not replace. */
export const recoveredAdmin = z.strictObject({ user, secondFactor: z.boolean(), link: passwordLink });
export type RecoveredAdmin = z.infer<typeof recoveredAdmin>;

/** What is sealed in a column: all of it, what another key than the first sealed, and what none opens that is known. */
const sealedCount = z.strictObject({ column: z.string(), sealed: z.int(), former: z.int(), unreadable: z.int() });

/** How many encryption keys the server knows, and what is not under the first; looked for when there are several. */
export const encryption = z.strictObject({
  keys: z.int(),
  former: z.int(),
  unreadable: z.int(),
  columns: z.array(sealedCount),
});
export type Encryption = z.infer<typeof encryption>;

/** A line while everything is sealed anew: how far a column is, or what came of it. */
export const resealing = z.union([
  z.strictObject({ column: sealedCount }),
  z.strictObject({
    report: z.strictObject({ keys: z.int(), resealed: z.int(), former: z.int(), unreadable: z.int() }),
  }),
]);
export type ResealingLine = z.infer<typeof resealing>;
