import * as z from 'zod';
import { chainFaults } from '../audit-chain/faults.ts';
import { call, permission } from '../call.ts';
import { limits } from '../limits.ts';
import { says } from '../reasons/says.ts';
import { anyJson, delimiter, id, instant, listOf, listQuery, page, ref, seriesQuery, signInSeries } from './common.ts';

/** All kinds of changes in the audit chain. */
export const eventAction = z.enum([
  'licet.set_up',
  'licet.admin_recovered',
  'licet.upgraded',
  'licet.address_changed',
  'licet.imported',
  'licet.backed_up',
  'user.created',
  'user.changed',
  'user.suspended',
  'user.reactivated',
  'user.deletion_asked',
  'user.deletion_withdrawn',
  'user.deleted',
  'user.erased',
  'user.data_fetched',
  'user.activated',
  'user.email_verified',
  'user.email_verification_asked',
  'user.password_link_made',
  'user.invited',
  'user.invitation_withdrawn',
  'user.invitations_stopped',
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
  'role.policy_changed',
  'grant.created',
  'grant.changed',
  'grant.revoked',
  'plan.applied',
  'request.asked',
  'request.step_approved',
  'request.approved',
  'request.undone',
  'request.denied',
  'request.withdrawn',
  'break_glass.used',
  'break_glass.reviewed',
  'separation.created',
  'separation.changed',
  'separation.deleted',
  'separation.excepted',
  'separation.exception_changed',
  'separation.exception_ended',
  'review.opened',
  'review.changed',
  'review.closed',
  'request.commented',
  'user.delegated',
  'user.delegation_ended',
  'user.handed_over',
  'user.took_over',
  'client.created',
  'client.changed',
  'client.deleted',
  'client.secret_made',
  'client.key_made',
  'client.key_changed',
  'client.key_ended',
  'connection.created',
  'connection.changed',
  'connection.deleted',
  'settings.changed',
  'appearance.changed',
  'view.shared',
  'view.removed',
  'policy.changed',
  'policy.people_mailed',
  'policy.mails_stopped',
  'application.sign_in_changed',
  'mail.configured',
  'mail.turned_off',
  'mail.sent_again',
  'mail.dropped',
  'key.rotated',
  'key.encryption_rotated',
  'audit.facts_covered',
  'audit.restored',
  'audit.key_rotated',
]);
export type EventAction = z.infer<typeof eventAction>;

export const actor = z.strictObject({
  kind: z.enum(['user', 'operator', 'system', 'client']),
  id: z.string().nullable(),
  name: z.string(),
});
export type Actor = z.infer<typeof actor>;

/** One change: the actor, the action, the target, the values before and after, and the position in the hash chain. */
export const event = z.strictObject({
  no: z.int(),
  at: instant,
  actor,
  action: eventAction,
  application: z.string().nullable(),
  target: z.strictObject({ kind: z.string(), id: z.string(), name: z.string() }),
  before: anyJson,
  after: anyJson,
  hash: z.string(),
  previousHash: z.string(),
});
export type Event = z.infer<typeof event>;

/**
 * The review line that caused a change, with the reviewer and their note. `decidedBy` is null if nobody decided, and
 * the rule for undecided lines was applied.
 */
export const reviewCause = z.strictObject({
  id,
  name: z.string(),
  line: z.int().min(1),
  decidedBy: ref.nullable(),
  note: z.string(),
});

/**
 * The client and the network address of a change. They are not part of the chain, and are kept as long as the sign-in
 * log. Erasing the actor deletes them. Changes by the server and the operator have no origin.
 */
export const eventOrigin = z.strictObject({
  client: z.strictObject({ id, name: z.string(), application: z.string().nullable() }).nullable(),
  address: z.string().nullable(),
});
export type EventOrigin = z.infer<typeof eventOrigin>;

/**
 * A change with its change set, the reason of that set, and the review that caused the change. Each is null if it
 * does not apply.
 */
export const eventInSet = event.extend({
  changeSet: z.strictObject({ no: z.int(), reason: z.string() }).nullable(),
  review: reviewCause.nullable(),
});
export type EventInSet = z.infer<typeof eventInSet>;

/** A change with all its details. */
export const eventDetail = eventInSet.extend({ origin: eventOrigin.nullable() });
export type EventDetail = z.infer<typeof eventDetail>;

export const chainReport = z.strictObject({
  whole: z.boolean(),
  events: z.int(),
  /** The number of compared fact rows. */
  facts: z.int(),
  firstBroken: z.int().nullable(),
  /** The kind of the first fault. `said` describes it in a sentence. */
  fault: z.enum(chainFaults).nullable(),
  said: z.string().nullable(),
  head: z.string(),
  /**
   * The number of the first change that covers its own facts; null if there is none. This change also covers all
   * earlier facts.
   */
  factsSince: z.int().nullable(),
  /**
   * The number of changes at the end of the chain whose facts are not covered, because an older server recorded these
   * changes.
   */
  uncovered: z.int(),
  epoch: z.int(),
  checkpoints: z.strictObject({
    agreed: z.int(),
    /** The number of checkpoints in the external folder. */
    outside: z.int(),
    /**
     * The number of checkpoints whose changes are missing because a backup was restored, or because the database was put
     * back in place of another one.
     */
    restoredAway: z.int(),
  }),
});

/** A checkpoint as a signed JWS in compact serialization, with its content. */
export const signedCheckpoint = z.strictObject({
  signed: z.string(),
  /** The number of the newest change that the checkpoint covers. `hash` is the hash of that change. */
  no: z.int(),
  hash: z.string(),
  epoch: z.int(),
  at: instant,
});

/** External checkpoints in their signed form. */
export const keptCheckpoints = z
  .array(z.string().max(limits.checkpointMax.value, says('checkpoint_too_long', {})))
  .min(1, says('checkpoint_missing', {}))
  .max(limits.checkpointsMax.value);

/** A public audit key as a JWK (RFC 8037). */
export const auditKey = z.strictObject({
  kid: z.string(),
  publicKey: z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
  createdAt: instant,
  retiredAt: instant.nullable(),
});

/** A line of a streamed verification: the number of verified changes so far, or the result. */
export const verification = z.union([
  z.strictObject({ done: z.int(), total: z.int() }),
  z.strictObject({ report: chainReport }),
]);
export type Verification = z.infer<typeof verification>;

export const signInOutcome = z.enum([
  'signed_in',
  'wrong_password',
  'unknown_name',
  'suspended',
  'no_password',
  'second_factor_asked',
  'set_up_asked',
  'stopped_by_policy',
  'wrong_code',
  'passkey_refused',
  'provider_refused',
  'throttled',
  'signed_out',
  'token_revoked',
  'key_ended',
  'reset_asked',
  'password_set',
  'passkey_set',
  'password_changed',
]);

/** A filter of the sign-in log: one outcome, or `refused` for all that ended an attempt. */
const signInFilter = z.enum([...signInOutcome.options, 'refused']);

/** One line of the sign-in log. It is not an access change, and not part of the audit chain. */
export const signIn = z.strictObject({
  id,
  at: instant,
  user: ref.nullable(),
  outcome: signInOutcome,
  client: z.string().nullable(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  /**
   * The number of attempts. Throttled attempts from one network on one day share a line, with the time of the last
   * attempt.
   */
  attempts: z.int(),
  lastAt: instant,
});
export type SignIn = z.infer<typeof signIn>;

const read = permission('audit.read');
const period = { from: instant.optional(), to: instant.optional() };
const events = {
  action: eventAction.optional(),
  actor: z.string().max(256).optional(),
  application: z.string().optional(),
  target: z.string().max(256).optional(),
  ...period,
};
const lines = { ...listQuery(['no']).pick({ q: true }).shape, format: z.enum(['ndjson', 'csv']).optional(), delimiter };

export const auditCalls = {
  list: call({
    method: 'GET',
    path: '/audit/events',
    summary: 'List all changes, newest first',
    access: read,
    query: listQuery(['-no', 'no']).extend(events),
    reply: page(event),
  }),
  export: call({
    method: 'GET',
    path: '/audit/events/export',
    summary:
      'Export all matching changes, oldest first, with their client and address: lines of JSON as in the list, or CSV',
    access: read,
    query: z.strictObject({ ...lines, ...events }),
    stream: 'text/plain',
  }),
  get: call({
    method: 'GET',
    path: '/audit/events/:no',
    summary: 'Get one change with its state before and after, its client and address, and its change set',
    access: read,
    params: z.strictObject({ no: z.coerce.number<number | string>().int().positive() }),
    reply: eventDetail,
  }),
  verify: call({
    method: 'GET',
    path: '/audit/chain',
    summary: 'Verify the hash chain',
    access: read,
    reply: chainReport,
  }),
  verifyAgainst: call({
    method: 'POST',
    path: '/audit/chain',
    summary: 'Verify the hash chain, also against checkpoints that were stored elsewhere; nothing is written',
    access: read,
    body: z.strictObject({ checkpoints: keptCheckpoints }),
    reply: chainReport,
  }),
  checkpoint: call({
    method: 'POST',
    path: '/audit/checkpoints',
    summary: 'Get a signed checkpoint of the present chain, to store elsewhere and verify later',
    access: read,
    reply: signedCheckpoint,
  }),
  keys: call({
    method: 'GET',
    path: '/audit/keys',
    summary: 'List the public keys that sign checkpoints of the chain, including former ones',
    access: read,
    reply: listOf(auditKey),
  }),
  signIns: call({
    method: 'GET',
    path: '/audit/sign-ins',
    summary: 'The sign-in log',
    access: read,
    query: listQuery(['-at', 'at']).extend({ outcome: signInFilter.optional(), ...period }),
    reply: page(signIn),
  }),
  signInSeries: call({
    method: 'GET',
    path: '/audit/sign-ins/series',
    summary: 'Count successful and refused sign-ins by UTC day or week',
    access: read,
    query: seriesQuery,
    reply: signInSeries,
  }),
  exportSignIns: call({
    method: 'GET',
    path: '/audit/sign-ins/export',
    summary: 'Export all matching lines of the sign-in log, oldest first: lines of JSON as in the list, or CSV',
    access: read,
    query: z.strictObject({ ...lines, outcome: signInFilter.optional(), ...period }),
    stream: 'text/plain',
  }),
};
