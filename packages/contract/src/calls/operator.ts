import * as z from 'zod';
import { operator as access, call } from '../call.ts';
import { auditKey, verification } from '../entities/audit.ts';
import { anyJson, id, listOf } from '../entities/common.ts';
import { directoryProgress } from '../entities/directory.ts';
import { backupLock, encryption, recoveredAdmin, resealing, status } from '../entities/operator.ts';

export const operator = {
  status: call({
    method: 'GET',
    path: '/operator/status',
    summary: 'What runs here: version, address, database',
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
    summary: 'Verify the audit chain, and tell meanwhile how far it is',
    access,
    stream: 'application/x-ndjson',
    reply: verification,
  }),
  exportAudit: call({
    method: 'GET',
    path: '/operator/audit/export',
    summary: 'The whole audit chain with its facts and checkpoints, to be verified elsewhere',
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
  encryption: call({
    method: 'GET',
    path: '/operator/encryption',
    summary: 'How many encryption keys are known here, and what is still sealed with another than the first',
    access,
    reply: encryption,
  }),
  rotateEncryption: call({
    method: 'POST',
    path: '/operator/encryption',
    summary: 'Seal everything anew with the first encryption key, and tell meanwhile how far it is',
    access,
    stream: 'application/x-ndjson',
    reply: resealing,
  }),
  backup: call({
    method: 'POST',
    path: '/operator/backups',
    summary:
      'Everything that Licet keeps, as it is at this moment, encrypted with the key or the passphrase that is given',
    access,
    body: backupLock,
    stream: 'application/octet-stream',
  }),
  importPeople: call({
    method: 'POST',
    path: '/operator/connections/:connection/imports',
    summary: 'Make users of the people of a directory: all in one change, or nothing',
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
