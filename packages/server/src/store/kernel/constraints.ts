import { type ErrorCode, limits, problemOf } from '@licet/contract';
import { Refusal } from '../../refusal.ts';

/** The refusal that a violated constraint of the database stands for, when it mirrors a rule of the contract. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isUnstorable(error))
    return new Refusal(
      problemOf(
        'invalid_request',
        'A text holds a character that cannot be stored, or a time lies beyond the calendar.',
      ),
    );
  if (!('constraint' in error) || typeof error.constraint !== 'string') return undefined;
  // PostgreSQL says which two names they are (migration 0104).
  if (error.constraint === 'names_look_alike') return new Refusal(problemOf('name_taken', error.message));
  const known = constraints[error.constraint];
  return known ? new Refusal(problemOf(known[0], known[1])) : undefined;
}

/** 22021 and 22P05: U+0000 in a text. 22P02: a lone surrogate in JSON. 22008: an instant beyond PostgreSQL's calendar. */
function isUnstorable(error: Error): boolean {
  const [code, detail] = ['code' in error && error.code, 'detail' in error && error.detail];
  return ['22021', '22P05', '22008'].includes(String(code)) || (code === '22P02' && /surrogate/.test(String(detail)));
}

const constraints: Readonly<Record<string, readonly [ErrorCode, string]>> = Object.assign(Object.create(null), {
  users_username: ['name_taken', 'Another user has that username.'],
  users_email: ['name_taken', 'Another user has that e-mail address.'],
  groups_name: ['name_taken', 'Another group has that name.'],
  separations_name: ['name_taken', 'Another separation has that name.'],
  applications_key: ['name_taken', 'Another application has that identifier.'],
  permissions_name: ['name_taken', 'The application has a permission of that name.'],
  connections_name: ['name_taken', 'Another connection has that name.'],
  identities_once: ['already_exists', 'That account is linked already.'],
  roles_name: ['name_taken', 'The application has a role of that name.'],
  roles_not_a_look_alike: ['name_reserved', 'That role name differs from “admin” only by its case.'],
  memberships_once: ['already_exists', 'It is a member of the group already.'],
  memberships_no_self: ['cycle', 'A group cannot be a member of itself.'],
  memberships_no_cycle: ['cycle', 'Groups would contain one another in a circle.'],
  memberships_not_deep: [
    'invalid_request',
    `Groups lie within one another over ${limits.nestingMax.value} levels at the most. Put it into a group further up.`,
  ],
  inclusions_once: ['already_exists', 'The role includes that role already.'],
  inclusions_no_self: ['cycle', 'A role cannot include itself.'],
  inclusions_no_cycle: ['cycle', 'Roles would include one another in a circle.'],
  inclusions_not_deep: [
    'invalid_request',
    `Roles include one another over ${limits.nestingMax.value} levels at the most. Let it be included by a role further up.`,
  ],
  role_permissions_once: ['already_exists', 'The role has that permission already.'],
  passkeys_once: ['already_exists', 'That passkey was added already.'],
  owners_once: ['already_exists', 'The user is an owner already.'],
  grants_no_overlap: ['duplicate_grant', 'The same is granted to the same at an overlapping time.'],
  requests_once: ['request_pending', 'The same waits for a decision already.'],
  grants_end_after_start: ['ends_before_start', 'The grant would end before it starts.'],
  grants_not_in_the_past: ['in_the_past', 'The grant would start or end in the past.'],
});
