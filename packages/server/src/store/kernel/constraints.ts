import { limits, type Problem } from '@licet/contract';
import { problemWith, Refusal } from '../../refusal.ts';

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
  role_permissions_once: () => problemWith('already_exists', 'role_has_permission', {}),
  passkeys_once: () => problemWith('already_exists', 'passkey_already_added', {}),
  owners_once: () => problemWith('already_exists', 'already_owner', {}),
  grants_no_overlap: () => problemWith('duplicate_grant', 'grant_overlaps', {}),
  requests_once: () => problemWith('request_pending', 'request_already_waits', {}),
  grants_end_after_start: () => problemWith('ends_before_start', 'grant_ends_before_start', {}),
  grants_not_in_the_past: () => problemWith('in_the_past', 'grant_in_the_past', {}),
});
