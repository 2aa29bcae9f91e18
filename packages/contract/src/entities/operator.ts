import * as z from 'zod';
import { passwordLink } from './passwords.ts';
import { user } from './users.ts';

/** What a server knows of itself that can be amiss. */
export const serverCondition = z.strictObject({
  /** Why it cannot answer requests, as /readyz says; null when it can. */
  notReady: z.string().nullable(),
  /** How far its machine's clock is ahead of the database's. */
  clockAheadSeconds: z.number(),
  /** Whether it can know where requests come from: a proxy that it trusts tells, or TLS ends here. */
  seesAddresses: z.boolean(),
  pool: z.strictObject({ inUse: z.int(), waiting: z.int(), most: z.int() }),
  mail: z.enum(['not_set', 'untried', 'works', 'fails']),
  jobs: z.array(
    z.strictObject({
      kind: z.string(),
      due: z.int(),
      oldestSeconds: z.number(),
      putOff: z.int(),
      givenUp: z.int(),
    }),
  ),
});

export const status = z.strictObject({
  version: z.string(),
  issuer: z.string(),
  database: z.string(),
  setUp: z.boolean(),
  change: z.int(),
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

export const recoveredAdmin = z.strictObject({ user, link: passwordLink });
