import { reason } from './reason.ts';

/** Reasons why a database constraint refuses a change, for constraints that repeat a rule of the contract. */
export const constraintReasons = {
  name_taken: {
    username_taken: reason({}, () => 'Another user has this username.'),
    user_email_taken: reason({}, () => 'Another user has this e-mail address.'),
    group_name_taken: reason({}, () => 'Another group has this name.'),
    separation_name_taken: reason({}, () => 'Another separation rule has this name.'),
    application_key_taken: reason({}, () => 'Another application has this identifier.'),
    permission_name_taken: reason({}, () => 'The application already has a permission of this name.'),
    role_name_taken: reason({}, () => 'The application already has a role of this name.'),
    connection_name_taken: reason({}, () => 'Another connection has this name.'),
    looks_like_another: reason(
      { name: 'name', other: 'name' },
      ({ name, other }) =>
        `The name “${name}” looks like “${other}”, which already exists. Choose a name that people can tell from it.`,
    ),
  },
  name_reserved: {
    role_named_admin: reason({}, () => 'The role name differs from “admin” only in upper and lower case.'),
  },
  already_exists: {
    account_already_linked: reason({}, () => 'This account is already linked.'),
    already_member: reason({}, () => 'It is already a member of the group.'),
    already_included: reason({}, () => 'The role already includes this role.'),
    role_has_permission: reason({}, () => 'The role already has this permission.'),
    passkey_already_added: reason({}, () => 'This passkey was already added.'),
    already_owner: reason({}, () => 'The user is already an owner.'),
  },
  cycle: {
    group_in_itself: reason({}, () => 'A group cannot be a member of itself.'),
    groups_in_a_circle: reason({}, () => 'The groups would contain one another in a circle.'),
    role_in_itself: reason({}, () => 'A role cannot include itself.'),
    roles_in_a_circle: reason({}, () => 'The roles would include one another in a circle.'),
  },
  invalid_request: {
    groups_too_deep: reason(
      { most: 'count' },
      ({ most }, say) =>
        `Groups may be nested ${say.count(most)} levels deep at most. Add the member to a group further up.`,
    ),
    roles_too_deep: reason(
      { most: 'count' },
      ({ most }, say) =>
        `Roles may include one another ${say.count(most)} levels deep at most. Include it in a role further up.`,
    ),
  },
  duplicate_grant: {
    grant_overlaps: reason({}, () => 'The principal already has the same grant at an overlapping time.'),
  },
  request_pending: {
    request_already_waits: reason({}, () => 'A request for the same is already waiting for a decision.'),
  },
  ends_before_start: {
    grant_ends_before_start: reason({}, () => 'The grant would end before it starts.'),
  },
  in_the_past: {
    grant_in_the_past: reason({}, () => 'The grant would start or end in the past.'),
  },
} as const;
