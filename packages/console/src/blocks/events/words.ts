import type { EventAction } from '@licet/contract';
import { catalogue } from '../../ui/language.ts';

/** The values that the sentence of an event can contain. */
export interface EventValues {
  /** The name of the target. */
  readonly name: string;
  /** The number of changes or users, if the event records one. */
  readonly count: number | undefined;
  /** Whether the actor is also the target. */
  readonly self: boolean;
  /** The application, as the end of a sentence: " in ledger". */
  readonly where: string;
  /** Returns the recorded name for a key, or the key itself if no name is recorded. */
  readonly of: (key: string) => string;
  /** The names of the changed fields: "name and description". */
  readonly changed: string;
  /** Whether a former database was put back in place of the current one, instead of a restore from a backup. */
  readonly putBack: boolean;
  /** " until …", or nothing. */
  readonly until: string;
}

/** The sentence after the name of the actor. */
export const eventWords: Record<EventAction, (values: EventValues) => string> = {
  'licet.set_up': ({ name, self }) =>
    self ? 'set up Licet, as its first administrator' : `set up Licet, with ${name} as its first administrator`,
  'licet.admin_recovered': ({ name }) => `made ${name} an administrator on the server`,
  'licet.upgraded': () => 'updated its own roles and permissions',
  'licet.address_changed': () => 'was moved to another public address',
  'licet.imported': () => 'imported users, groups and roles from another system',
  'licet.backed_up': () => 'made a backup',
  'user.created': ({ name }) => `added ${name}`,
  'user.changed': ({ name, self, changed }) =>
    self ? `changed their own ${changed}` : `changed the ${changed} of ${name}`,
  'user.suspended': ({ name }) => `suspended ${name}`,
  'user.reactivated': ({ name }) => `reactivated ${name}`,
  'user.deletion_asked': () => 'asked to be deleted',
  'user.deletion_withdrawn': () => 'withdrew the request to be deleted',
  'user.deleted': ({ name }) => `deleted ${name}`,
  'user.erased': () => 'erased a user permanently',
  'user.data_fetched': ({ name }) => `downloaded all data about ${name}`,
  'user.activated': () => 'activated their account',
  'user.email_verified': () => 'verified their own e-mail address',
  'user.email_verification_asked': ({ name, self }) =>
    self ? 'asked for a link to verify their own e-mail address' : `sent ${name} a link to verify their e-mail address`,
  'user.invited': ({ name }) => `invited ${name} by mail`,
  'user.invitation_withdrawn': ({ name }) => `withdrew the invitation of ${name}`,
  'user.invitations_stopped': ({ name }) => `stopped inviting ${name}`,
  'user.password_link_made': ({ name }) => `created a set-password link for ${name}`,
  'user.password_set': () => 'set a new password with a link',
  'user.password_changed': () => 'changed their own password',
  'user.sessions_ended': ({ name }) => `signed ${name} out everywhere`,
  'user.passkey_added': ({ of }) => `added the passkey ${of('passkey')}`,
  'user.passkey_renamed': ({ of }) => `renamed a passkey to ${of('passkey')}`,
  'user.passkey_removed': ({ of }) => `removed the passkey ${of('passkey')}`,
  'user.totp_added': () => 'added an authenticator app',
  'user.totp_removed': () => 'removed the authenticator app',
  'user.recovery_codes_made': () => 'created new recovery codes',
  'user.recovery_code_used': () => 'signed in with a recovery code',
  'user.credentials_reset': ({ name }) => `reset the second factor of ${name}`,
  'user.identity_linked': ({ of }) => `linked the account ${of('account')} of ${of('connection')}`,
  'user.identity_unlinked': ({ of }) => `unlinked the account ${of('account')} of ${of('connection')}`,
  'user.groups_mapped': ({ of, name }) => `synchronised the groups of ${name} with ${of('connection')}`,
  'group.created': ({ name }) => `created the group ${name}`,
  'group.changed': ({ name, changed }) => `changed the ${changed} of the group ${name}`,
  'group.deleted': ({ name }) => `deleted the group ${name}`,
  'group.member_added': ({ name, of }) => `added ${of('member')} to ${name}`,
  'group.member_removed': ({ name, of }) => `removed ${of('member')} from ${name}`,
  'application.created': ({ name }) => `registered the application ${name}`,
  'application.changed': ({ name, changed }) => `changed the ${changed} of the application ${name}`,
  'application.deleted': ({ name }) => `deleted the application ${name}`,
  'application.owner_added': ({ name, of }) => `made ${of('owner')} an owner of ${name}`,
  'application.owner_removed': ({ name, of }) => `removed ${of('owner')} as an owner of ${name}`,
  'application.imported': ({ name }) => `imported a file into ${name}`,
  'permission.created': ({ name, where }) => `created the permission ${name}${where}`,
  'permission.changed': ({ name, where, changed }) => `changed the ${changed} of the permission ${name}${where}`,
  'permission.deleted': ({ name, where }) => `deleted the permission ${name}${where}`,
  'role.created': ({ name, where }) => `created the role ${name}${where}`,
  'role.policy_changed': ({ name, where }) => `changed the policy of the role ${name}${where}`,
  'role.changed': ({ name, where, changed }) => `changed the ${changed} of the role ${name}${where}`,
  'role.deleted': ({ name, where }) => `deleted the role ${name}${where}`,
  'grant.created': ({ of, where, until }) => `granted the ${of('gives')} to ${of('to')}${where}${until}`,
  'grant.changed': ({ of, where, until }) =>
    `changed the grant of the ${of('gives')} to ${of('to')}${where}${until === '' ? ', without end' : `, now${until}`}`,
  'grant.revoked': ({ of, where }) => `revoked the ${of('gives')} from ${of('to')}${where}`,
  'break_glass.used': ({ of, where }) => `took the role ${of('role')}${where} in an emergency`,
  'break_glass.reviewed': ({ name, where }) => `reviewed an emergency${where}: ${name}`,
  'plan.applied': ({ name, count }) => `applied a plan of ${count === undefined ? name : eventParts.changes(count)}`,
  'separation.created': ({ name }) => `created the separation rule ${name}`,
  'separation.changed': ({ name }) => `changed the separation rule ${name}`,
  'separation.deleted': ({ name }) => `deleted the separation rule ${name}`,
  'separation.excepted': ({ of }) => `granted ${of('who')} an exception from ${of('separation')}`,
  'separation.exception_changed': ({ of, until }) =>
    `changed the exception of ${of('who')} from ${of('separation')}, now${until}`,
  'separation.exception_ended': ({ of }) => `ended the exception of ${of('who')} from ${of('separation')}`,
  'review.opened': ({ name }) => `opened the review ${name}`,
  'review.changed': ({ name }) => `changed the review ${name}`,
  'review.closed': ({ name }) => `closed the review ${name}`,
  'request.asked': ({ of, where }) => `requested the ${of('asks')}${where}`,
  'request.approved': ({ of, where, until }) =>
    `approved the request of ${of('from')} for the ${of('gives')}${where}${until}`,
  'request.step_approved': ({ of, where }) =>
    `approved a step of the request of ${of('from')} for the ${of('asks')}${where}`,
  'request.undone': ({ of, where }) =>
    `undid the approval of the request of ${of('from')} for the ${of('asks')}${where}`,
  'request.commented': ({ of, where }) => `commented on the request of ${of('from')} for the ${of('asks')}${where}`,
  'user.delegated': ({ of }) => `delegated decisions on requests to ${of('delegate')}`,
  'user.handed_over': ({ name, of }) => `handed over the duties of ${name} to ${of('handedTo')}`,
  'user.took_over': ({ name, of }) => `transferred the duties of ${of('handedBy')} to ${name}`,
  'user.delegation_ended': ({ of }) => `ended the delegation of decisions to ${of('delegate')}`,
  'request.denied': ({ of, where }) => `denied the request of ${of('from')} for the ${of('asks')}${where}`,
  'request.withdrawn': ({ of, where }) => `withdrew the request for the ${of('asks')}${where}`,
  'client.created': ({ name, where }) => `registered the client ${name}${where}`,
  'client.changed': ({ name, where, changed }) => `changed the ${changed} of the client ${name}${where}`,
  'client.deleted': ({ name, where }) => `deleted the client ${name}${where}`,
  'client.secret_made': ({ name, where }) => `created a new secret for the client ${name}${where}`,
  'client.key_made': ({ name, where, of }) => `created the key ${of('key')} of the client ${name}${where}`,
  'client.key_changed': ({ name, where, of }) => `changed the key ${of('key')} of the client ${name}${where}`,
  'client.key_ended': ({ name, where, of }) => `ended the key ${of('key')} of the client ${name}${where}`,
  'connection.created': ({ name }) => `added the connection ${name}`,
  'connection.changed': ({ name, changed }) => `changed the ${changed} of the connection ${name}`,
  'connection.deleted': ({ name }) => `removed the connection ${name}`,
  'settings.changed': () => 'changed the settings',
  'appearance.changed': () => 'changed the appearance of the sign-in pages',
  'view.shared': ({ name }) => `shared the view ${name} of the list of users`,
  'view.removed': ({ name }) => `deleted the shared view ${name} of the list of users`,
  'application.sign_in_changed': ({ name }) => `changed the sign-in rules of ${name}`,
  'policy.changed': () => 'changed the sign-in rules',
  'policy.people_mailed': ({ name }) => `mailed ${name} about new sign-in rules`,
  'policy.mails_stopped': ({ name }) => `stopped the mails to ${name} about sign-in rules`,
  'mail.configured': () => 'set up mail',
  'mail.turned_off': () => 'turned mail off',
  'mail.sent_again': ({ name }) => `sent a mail to ${name} again`,
  'mail.dropped': ({ name }) => `discarded a mail to ${name}`,
  'key.rotated': () => 'rotated the signing key',
  'audit.facts_covered': () => 'added the existing data to the audit chain',
  'audit.restored': ({ putBack }) =>
    putBack ? 'put the database back in place of another one' : 'restored the database from a backup',
  'key.encryption_rotated': () => 'rotated the encryption key',
  'audit.key_rotated': () => 'rotated the audit key',
};

/** The readable names of a record's fields; the keys are those of the server's records. */
const fields: Readonly<Record<string, string>> = {
  id: 'identifier',
  email: 'e-mail',
  asks: 'requested',
  from: 'requested by',
  to: 'granted to',
  seconds: 'duration',
  place: 'requested from',
  includes: 'included roles',
  redirectUris: 'redirect addresses',
  postLogoutRedirectUris: 'sign-out addresses',
  webOrigins: 'web origins',
  backchannelLogoutUri: 'notified of ended sessions at',
  requirePkce: 'PKCE required',
  idTokenAlgorithm: 'signature of ID tokens',
  requirePushedAuthorization: 'PAR required',
  publicKeys: 'public keys',
  expiresAt: 'valid until',
  ended: 'browsers signed out',
  left: 'recovery codes left',
  recoveryCodes: 'recovery codes',
  totp: 'authenticator app',
  byLink: 'with a link',
  remindDays: 'days of reminders before an end',
  replaced: 'replaces another',
  rolePermissions: 'permissions in roles',
  current: 'current key',
  next: 'next key',
  retired: 'retired key',
  rsaCurrent: 'current RSA key',
  rsaNext: 'next RSA key',
  rsaRetired: 'retired RSA key',
};

const joints: Readonly<Record<string, string>> = { grant: 'to', member: 'of', owner: 'of', exception: 'from' };

export const eventParts = {
  where: (application: string) => ` in ${application}`,
  until: (time: string) => ` until ${time}`,
  details: 'details',
  /**
   * Names a role, permission, group or program together with its kind: "role approver", "Night shift (group)". Returns
   * undefined for other kinds.
   */
  named: (kind: string, name: string, application: string): string | undefined => {
    if (kind === 'group') return `${name} (group)`;
    if (kind === 'client') return `${name} (program of ${application})`;
    return kind === 'role' || kind === 'permission' ? `${kind} ${name}` : undefined;
  },
  users: (count: number) => (count === 1 ? '1 user' : `${count} users`),
  changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  /** The two names of a grant, a membership, an ownership or an exception, joined: "auditor to Maya Lindqvist". */
  joined: (kind: string, first: string, second: string) => `${first} ${joints[kind] ?? '·'} ${second}`,
  /**
   * The readable name of a field: `redirectUris` becomes "redirect addresses". The name of a field that is not in
   * `fields` is split into words.
   */
  field: (name: string) =>
    fields[name] ??
    name.replace(/([a-z])([A-Z])/g, (_, small: string, large: string) => `${small} ${large.toLowerCase()}`),
  /** The review that caused a change: "Review “Q4”, line 3, decided by Ada: unused". */
  review: (name: string, line: number, by: string | null, note: string) =>
    `Review “${name}”, line ${line}, ${by === null ? 'not decided, default applied' : `decided by ${by}`}${note === '' ? '' : `: ${note}`}`,
};

catalogue('blocks.events', { eventWords, eventParts });
