import { limits, type Problem } from '@licet/contract';
import { problemWith, Refusal } from '../../refusal.ts';

// Explains a failed database connection in a sentence, without the address or the password.

/** Why a connection or a statement failed and, if known, what to do; undefined for any other error. */
export function databaseFault(error: unknown): { readonly reason: string; readonly next?: string } | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'open' && 'path' in error)
    return { reason: `the file ${String(error.path)} in its address does not exist` };
  const reason = reasons[code];
  if (reason !== undefined) return { reason };
  const certificate = certificates.get(code);
  return certificate && { reason: certificate.reason, next: certificate.next };
}

/**
 * Describes a failed connection in two sentences: what happened, and what to do before a retry. Undefined for any other
 * error.
 */
export function cannotConnect(error: unknown): string | undefined {
  const fault = databaseFault(error);
  return fault && `Licet cannot connect to the database: ${fault.reason}. ${fault.next ?? checkDatabase}`;
}

export const checkDatabase = 'Check LICET_DATABASE_URL, and that PostgreSQL runs there, then try again.';

const reasons: Readonly<Record<string, string>> = {
  '28P01': 'it refuses the password in LICET_DATABASE_URL',
  '28000': 'it refuses the user in LICET_DATABASE_URL, or a connection of this kind (pg_hba.conf)',
  '3D000': 'the database named in LICET_DATABASE_URL does not exist',
  '42501': 'it refuses a right that Licet’s role needs (docs/operations/installing.md lists them)',
  '53100': 'its disk is full',
  '53200': 'it has run out of memory',
  '53300': 'it has no free connections',
  '57014': 'it did not answer a query within 3 s',
  '57P03': 'it is starting up or shutting down',
  ECONNREFUSED: 'nothing listens at its address',
  ENOENT: 'nothing listens at its address',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be resolved at the moment',
  EACCES: 'its socket belongs to another user: run this as that user',
};

const unknownAuthority = {
  reason: 'its certificate is from an authority that is not trusted here',
  next: 'Name the certificate of your authority in the address: ?sslmode=verify-full&sslrootcert=/etc/ssl/certs/your-authority.pem',
};
const certificates: ReadonlyMap<string, { readonly reason: string; readonly next: string }> = new Map([
  ['SELF_SIGNED_CERT_IN_CHAIN', unknownAuthority],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', unknownAuthority],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownAuthority],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownAuthority],
  [
    'CERT_HAS_EXPIRED',
    { reason: 'its certificate has expired', next: 'Renew the certificate of PostgreSQL, then try again.' },
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    {
      reason: 'its certificate is for another name than the one in the address',
      next: 'Write the name that is in its certificate into LICET_DATABASE_URL.',
    },
  ],
]);

/** The refusal for a violated database constraint that mirrors a rule of the contract. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isUnstorable(error)) return new Refusal(problemWith('invalid_request', 'text_not_storable', {}));
  if (!('constraint' in error) || typeof error.constraint !== 'string') return undefined;
  const problem = constraints[error.constraint]?.('detail' in error ? String(error.detail) : '');
  return problem && new Refusal(problem);
}

/** 22021 and 22P05: U+0000 in a text. 22P02: a lone surrogate in JSON. 22008: an instant beyond PostgreSQL's calendar. */
function isUnstorable(error: Error): boolean {
  const [code, detail] = ['code' in error && error.code, 'detail' in error && error.detail];
  return ['22021', '22P05', '22008'].includes(String(code)) || (code === '22P02' && /surrogate/.test(String(detail)));
}

/** The two names, which the trigger writes into the error's DETAIL (migration 0136). */
function lookAlike(detail: string): Problem {
  const [name, other] = JSON.parse(detail) as [string, string];
  return problemWith('name_taken', 'looks_like_another', { name, other });
}

const most = limits.nestingMax.value;
const constraints: Readonly<Record<string, (detail: string) => Problem>> = Object.assign(Object.create(null), {
  names_look_alike: lookAlike,
  users_username: () => problemWith('name_taken', 'username_taken', {}),
  users_email: () => problemWith('name_taken', 'user_email_taken', {}),
  groups_name: () => problemWith('name_taken', 'group_name_taken', {}),
  separations_name: () => problemWith('name_taken', 'separation_name_taken', {}),
  applications_key: () => problemWith('name_taken', 'application_key_taken', {}),
  permissions_name: () => problemWith('name_taken', 'permission_name_taken', {}),
  connections_name: () => problemWith('name_taken', 'connection_name_taken', {}),
  identities_once: () => problemWith('already_exists', 'account_already_linked', {}),
  roles_name: () => problemWith('name_taken', 'role_name_taken', {}),
  roles_not_a_look_alike: () => problemWith('name_reserved', 'role_named_admin', {}),
  memberships_once: () => problemWith('already_exists', 'already_member', {}),
  memberships_no_self: () => problemWith('cycle', 'group_in_itself', {}),
  memberships_no_cycle: () => problemWith('cycle', 'groups_in_a_circle', {}),
  memberships_not_deep: () => problemWith('invalid_request', 'groups_too_deep', { most }),
  inclusions_once: () => problemWith('already_exists', 'already_included', {}),
  inclusions_no_self: () => problemWith('cycle', 'role_in_itself', {}),
  inclusions_no_cycle: () => problemWith('cycle', 'roles_in_a_circle', {}),
  inclusions_not_deep: () => problemWith('invalid_request', 'roles_too_deep', { most }),
  inclusions_not_many: () =>
    problemWith('invalid_request', 'inclusions_too_many', { most: limits.inclusionsMax.value }),
  role_permissions_once: () => problemWith('already_exists', 'role_has_permission', {}),
  passkeys_once: () => problemWith('already_exists', 'passkey_already_added', {}),
  owners_once: () => problemWith('already_exists', 'already_owner', {}),
  grants_no_overlap: () => problemWith('duplicate_grant', 'grant_overlaps', {}),
  requests_once: () => problemWith('request_pending', 'request_already_waits', {}),
  grants_end_after_start: () => problemWith('ends_before_start', 'grant_ends_before_start', {}),
  grants_not_in_the_past: () => problemWith('in_the_past', 'grant_in_the_past', {}),
});
