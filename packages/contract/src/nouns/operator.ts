import * as z from 'zod';
import { operator as access, call } from '../call.ts';
import { auditKey, keptCheckpoints, verification } from './audit.ts';
import { anyJson, id, instant, listOf } from './common.ts';
import { directoryProgress } from './directory-import.ts';
import { passwordLink } from './passwords.ts';
import { user } from './users.ts';

/** A folder to which a server writes regularly. */
const folder = z.strictObject({
  /** The operating system's error; null if the folder can be used. */
  fault: z.string().nullable(),
  /**
   * The age of the newest entry in seconds. `everySeconds` is the interval between entries. Null if there is no entry
   * or if the value is unknown.
   */
  newestSeconds: z.number().nullable(),
  everySeconds: z.number().nullable(),
});

/** The health of a server. A value is null if the database did not respond. */
export const serverCondition = z.strictObject({
  /** The configured settings. Values are included only if they reveal nothing about users or secrets. */
  settings: z.record(z.string(), z.string()),
  /** One sentence for each configured setting that the server does not know. */
  settingsUnknown: z.array(z.string()),
  /** The reason why the server cannot answer requests, as in /readyz; null if it can. */
  notReady: z.string().nullable(),
  /**
   * The number of seconds by which the clock of the machine is ahead of the database's clock; negative if it is behind.
   */
  clockAheadSeconds: z.number().nullable(),
  /**
   * Whether the server knows the callers' addresses. This requires that a trusted proxy reports them, or that TLS
   * ends at the server.
   */
  seesAddresses: z.boolean(),
  /** Whether the server itself provides TLS. */
  ownTls: z.boolean(),
  /** Whether the sender of the last X-Forwarded-For is a trusted proxy; null if no request had this header. */
  forwarderTrusted: z.boolean().nullable(),
  /**
   * The number of seconds since a transaction of this server failed because the disk of the database was full. Null if
   * no transaction failed so in the last 15 minutes, or if a change has succeeded since. Missing from older servers.
   */
  databaseFullSeconds: z.number().nullable().optional(),
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
  /** The folders of scheduled backups and of checkpoints; null if not configured. */
  backups: folder.nullable(),
  checkpoints: folder.nullable(),
});

export const status = z.strictObject({
  version: z.string(),
  issuer: z.string(),
  /** Null if the database does not respond, like `setUp` and `change`. */
  database: z.string().nullable(),
  setUp: z.boolean().nullable(),
  change: z.int().nullable(),
  uptimeSeconds: z.int(),
  condition: serverCondition.nullable(),
});

export type ServerCondition = z.infer<typeof serverCondition>;
export type Status = z.infer<typeof status>;

/** The key of a backup: 32 bytes in Base64, or a passphrase. */
export const backupLock = z.union([
  z.strictObject({ key: z.base64().length(44) }),
  z.strictObject({ passphrase: z.string().min(15).max(1024) }),
]);

/**
 * The recovered administrator. `secondFactor` tells whether the user has a second factor, which the link does not
 * replace.
 */
export const recoveredAdmin = z.strictObject({ user, secondFactor: z.boolean(), link: passwordLink });
export type RecoveredAdmin = z.infer<typeof recoveredAdmin>;

/**
 * `compared` is the number of external checkpoints that were compared. `replaced` describes the checkpoints of the
 * database that was replaced; null if there are none. These checkpoints cover the changes `from` to `to`, and were signed
 * from `since` to `until`. The change `event` records the replacement, and begins the epoch `epoch`.
 */
export const putBackReport = z.strictObject({
  compared: z.int(),
  replaced: z
    .strictObject({
      checkpoints: z.int(),
      from: z.int(),
      to: z.int(),
      since: instant,
      until: instant,
      event: z.int(),
      epoch: z.int(),
    })
    .nullable(),
});
export type PutBackReport = z.infer<typeof putBackReport>;

/**
 * The number of encrypted values in a column. `former` is the number of values that a key other than the first
 * decrypts. `unreadable` is the number of values that no key decrypts.
 */
const sealedCount = z.strictObject({ column: z.string(), sealed: z.int(), former: z.int(), unreadable: z.int() });

/**
 * The number of encryption keys, and the number of values that the first key does not decrypt. With a single key, the
 * values are not counted.
 */
export const encryption = z.strictObject({
  keys: z.int(),
  former: z.int(),
  unreadable: z.int(),
  columns: z.array(sealedCount),
});
export type Encryption = z.infer<typeof encryption>;

/** A line of streamed re-encryption: the progress of a column, or the result. */
export const resealing = z.union([
  z.strictObject({ column: sealedCount }),
  z.strictObject({
    report: z.strictObject({ keys: z.int(), resealed: z.int(), former: z.int(), unreadable: z.int() }),
  }),
]);
export type ResealingLine = z.infer<typeof resealing>;

export const operatorCalls = {
  status: call({
    method: 'GET',
    path: '/operator/status',
    summary: 'Get the version, the address and the database of the server',
    access,
    reply: status,
  }),
  recoverAdmin: call({
    method: 'POST',
    path: '/operator/recover-admin',
    summary: 'Make a user an administrator again, or a new one, with a one-time set-password link',
    access,
    body: z.strictObject({
      username: z.string().min(1).max(256).optional(),
      resetSecondFactor: z.boolean().optional(),
    }),
    status: 201,
    reply: recoveredAdmin,
    errors: ['not_found'],
  }),
  verifyAudit: call({
    method: 'GET',
    path: '/operator/audit/verification',
    summary: 'Verify the audit chain, with progress',
    access,
    stream: 'application/x-ndjson',
    reply: verification,
  }),
  exportAudit: call({
    method: 'GET',
    path: '/operator/audit/export',
    summary: 'Export the whole audit chain with its facts and checkpoints, to verify elsewhere',
    access,
    stream: 'application/x-ndjson',
    reply: anyJson,
  }),
  rotateAuditKey: call({
    method: 'POST',
    path: '/operator/audit/key',
    summary: 'Sign checkpoints of the audit chain with a new key from now on',
    access,
    reply: listOf(auditKey),
  }),
  putBack: call({
    method: 'POST',
    path: '/operator/audit/put-back',
    summary: 'Record that the database was put back in place of another one, whose checkpoints do not match its chain',
    access,
    body: z.strictObject({ checkpoints: keptCheckpoints.optional() }),
    reply: putBackReport,
    errors: ['wrong_state'],
  }),
  encryption: call({
    method: 'GET',
    path: '/operator/encryption',
    summary: 'Get the number of encryption keys, and the values that are not sealed with the first one',
    access,
    reply: encryption,
  }),
  rotateEncryption: call({
    method: 'POST',
    path: '/operator/encryption',
    summary: 'Seal all values again with the first encryption key, with progress',
    access,
    stream: 'application/x-ndjson',
    reply: resealing,
  }),
  backup: call({
    method: 'POST',
    path: '/operator/backups',
    summary: 'Back up everything that Licet stores, as of this moment, encrypted with the given key or passphrase',
    access,
    body: backupLock,
    stream: 'application/octet-stream',
  }),
  importPeople: call({
    method: 'POST',
    path: '/operator/connections/:connection/imports',
    summary: 'Create users for the people of a directory: all in one change, or nothing',
    access,
    params: z.strictObject({ connection: id }),
    query: z.strictObject({ dryRun: z.enum(['true', 'false']).optional() }),
    stream: 'application/x-ndjson',
    reply: directoryProgress,
    errors: ['import_rejected', 'name_taken', 'separation_violated'],
  }),
  importDirectory: call({
    method: 'POST',
    path: '/operator/imports',
    summary: 'Import users with their passwords, groups and roles from another system: all in one change, or nothing',
    access,
    query: z.strictObject({
      create: z.enum(['true', 'false']).optional(),
      dryRun: z.enum(['true', 'false']).optional(),
      name: z.string().max(256).optional(),
    }),
    body: z.string(),
    bodyType: 'text/plain',
    stream: 'application/x-ndjson',
    reply: directoryProgress,
    errors: ['import_rejected', 'name_taken', 'not_found', 'separation_violated'],
  }),
};
