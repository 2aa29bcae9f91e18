import * as z from 'zod';
import { instant } from './common.ts';

/** Every kind of change that the audit chain knows. */
export const eventAction = z.enum([
  'licet.set_up',
  'licet.admin_recovered',
  'licet.upgraded',
  'licet.imported',
  'user.created',
  'user.changed',
  'user.suspended',
  'user.reactivated',
  'user.deletion_asked',
  'user.deletion_withdrawn',
  'user.deleted',
  'user.activated',
  'user.password_link_made',
  'user.password_set',
  'user.password_changed',
  'user.sessions_ended',
  'user.passkey_added',
  'user.passkey_renamed',
  'user.passkey_removed',
  'user.totp_added',
  'user.totp_removed',
  'user.recovery_codes_made',
  'user.recovery_code_used',
  'user.credentials_reset',
  'user.identity_linked',
  'user.identity_unlinked',
  'user.groups_mapped',
  'group.created',
  'group.changed',
  'group.deleted',
  'group.member_added',
  'group.member_removed',
  'application.created',
  'application.changed',
  'application.deleted',
  'application.owner_added',
  'application.owner_removed',
  'application.imported',
  'permission.created',
  'permission.changed',
  'permission.deleted',
  'role.created',
  'role.changed',
  'role.deleted',
  'grant.created',
  'grant.changed',
  'grant.revoked',
  'request.asked',
  'request.approved',
  'request.denied',
  'request.withdrawn',
  'client.created',
  'client.changed',
  'client.deleted',
  'client.secret_made',
  'connection.created',
  'connection.changed',
  'connection.deleted',
  'settings.changed',
  'policy.changed',
  'mail.configured',
  'mail.turned_off',
  'key.rotated',
]);
export type EventAction = z.infer<typeof eventAction>;

export const actor = z.strictObject({
  kind: z.enum(['user', 'operator', 'system', 'client']),
  id: z.string().nullable(),
  name: z.string(),
});
export type Actor = z.infer<typeof actor>;

/** One change: who did what to what, before and after by name, and its place in the hash chain. */
export const event = z.strictObject({
  no: z.int(),
  at: instant,
  actor,
  action: eventAction,
  application: z.string().nullable(),
  target: z.strictObject({ kind: z.string(), id: z.string(), name: z.string() }),
  before: z.json(),
  after: z.json(),
  hash: z.string(),
  previousHash: z.string(),
});
export type Event = z.infer<typeof event>;

export const chainReport = z.strictObject({
  whole: z.boolean(),
  events: z.int(),
  firstBroken: z.int().nullable(),
  head: z.string(),
});
