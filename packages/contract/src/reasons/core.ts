import { reason } from './reason.ts';

/**
 * Reasons that every call can have: an object does not exist, an object has changed since, or the caller or the token
 * lacks the permission.
 */
export const coreReasons = {
  not_found: {
    application_unknown: reason(
      { application: 'name' },
      ({ application }) => `There is no application “${application}”, or you may not see it.`,
    ),
    user_unknown: reason({ user: 'name' }, ({ user }) => `There is no user “${user}”.`),
    group_unknown: reason({ group: 'name' }, ({ group }) => `There is no group “${group}”.`),
    principal_unknown: reason(
      { principal: 'name' },
      ({ principal }) => `There is no user, group or program “${principal}”.`,
    ),
    permission_unknown: reason(
      { application: 'name', permission: 'name' },
      ({ application, permission }) => `${application} has no permission “${permission}”.`,
    ),
    role_unknown: reason(
      { application: 'name', role: 'name' },
      ({ application, role }) => `${application} has no role “${role}”.`,
    ),
    client_unknown: reason(
      { application: 'name', client: 'name' },
      ({ application, client }) => `${application} has no client “${client}”.`,
    ),
  },
  unknown_permission: {
    permission_unlisted: reason(
      { application: 'name', permission: 'name', near: 'names' },
      ({ application, permission, near }, say) =>
        `${application} has no permission “${permission}”.${near.length > 0 ? ` Similar names: ${say.names(near)}.` : ''}`,
    ),
  },
  version_conflict: {
    version_moved: reason(
      { current: 'number', sent: 'number' },
      ({ current, sent }) => `It has changed: its version is now ${current}, not ${sent}.`,
    ),
  },
  built_in: {
    part_of_licet: reason({ name: 'name' }, ({ name }) => `${name} is part of Licet itself and cannot be changed.`),
  },
  forbidden: {
    permission_needed: reason(
      { permission: 'name' },
      ({ permission }) => `This needs the permission ${permission} of Licet.`,
    ),
    filter_needs_permission: reason(
      { filter: ['group', 'access'], permission: 'name' },
      ({ filter, permission }) => `Filtering by ${filter} needs the permission ${permission} of Licet.`,
    ),
    changes_need_permission: reason(
      { permission: 'name' },
      ({ permission }) =>
        `You may not make any of these changes. The first one needs the permission ${permission} of Licet.`,
    ),
    operator_only: reason({}, () => 'Only the operator may do this, on the server itself.'),
  },
  unauthenticated: {
    user_needed: reason({}, () => 'This call needs a signed-in user.'),
    user_not_active: reason({}, () => 'The user of this token is no longer active.'),
    program_token_needed: reason({}, () => 'This call needs the token of a program.'),
    token_program_deleted: reason({}, () => 'The program of this token was deleted.'),
  },
  token_invalid: {
    token_ended: reason({}, () => 'The token was revoked before it expired.'),
    token_of_program: reason({}, () => 'The token belongs to a program. Only users may make this call.'),
  },
  foreign_application: {
    token_elsewhere: reason(
      { own: 'name', application: 'name' },
      ({ own, application }) =>
        `The token is for “${own}”, not for “${application}”. Use a token for “${application}”, or sign in to Licet.`,
    ),
    licet_token_needed: reason(
      { own: 'name' },
      ({ own }) => `The token is for “${own}”. This call accepts only tokens for Licet. Sign in to Licet.`,
    ),
  },
  not_a_service: {
    programs_only: reason({}, () => 'Only an application’s own programs may make this call.'),
    own_token_needed: reason(
      {},
      () => 'The token is for Licet. This call accepts only a token for the program’s own application.',
    ),
  },
  invalid_cursor: {
    cursor_unknown: reason(
      {},
      () =>
        'The cursor belongs to another query: another list, order, filter or time. Request the first page without a cursor.',
    ),
  },
  last_admin: {
    last_administrator: reason(
      {},
      () => 'No active user would hold the role admin of Licet directly and without an end.',
    ),
  },
  live_full: {
    tab_streams_full: reason(
      { most: 'count' },
      ({ most }, say) => `You already have ${say.count(most)} streams open in this application.`,
    ),
    client_streams_full: reason(
      { most: 'count' },
      ({ most }, say) =>
        `This client already has ${say.count(most)} streams open on this server, the most for one client. Each verifier holds one. Keep one verifier per process, or give some processes another service client.`,
    ),
    application_streams_full: reason(
      { most: 'count' },
      ({ most }, say) =>
        `The service clients of this application already have ${say.count(most)} streams open on this server, the most for one application. Each verifier holds one. Keep one verifier per process.`,
    ),
    server_streams_full: reason(
      { most: 'count' },
      ({ most }, say) => `${say.count(most)} streams are already open on this server.`,
    ),
    server_stopping: reason({}, () => 'The server is stopping.'),
    streams_not_here: reason({}, () => 'The operator’s socket does not offer streams.'),
  },
  field: {
    time_out_of_range: reason({}, () => 'The time is not in the years 1970 to 9998.'),
    kinds_unknown: reason(
      { kinds: 'names' },
      ({ kinds }, say) => `Use one or more of these kinds, separated by commas: ${say.names(kinds)}.`,
    ),
  },
} as const;

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
        `The name “${name}” looks like “${other}”, which already exists. Choose a name that cannot be confused with it.`,
    ),
  },
  name_reserved: {
    role_named_admin: reason({}, () => 'The role name differs from “admin” only in upper and lower case.'),
  },
  already_exists: {
    account_already_linked: reason({}, () => 'This account is already linked.'),
    already_member: reason({}, () => 'This user or group is already a member of the group.'),
    already_included: reason({}, () => 'The role already includes that role.'),
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
        `Groups may be nested at most ${say.count(most)} levels deep. Add the member to a group at a higher level.`,
    ),
    roles_too_deep: reason(
      { most: 'count' },
      ({ most }, say) =>
        `Roles may include one another at most ${say.count(most)} levels deep. Include the role in a role at a higher level.`,
    ),
    inclusions_too_many: reason(
      { most: 'count' },
      ({ most }, say) =>
        `Roles of one application may include at most ${say.count(most)} roles in total. Give the permissions to fewer roles, and let others include those.`,
    ),
  },
  duplicate_grant: {
    grant_overlaps: reason({}, () => 'This user, group or program already has the same grant at an overlapping time.'),
  },
  request_pending: {
    request_already_waits: reason({}, () => 'A request for the same access is already waiting for a decision.'),
  },
  ends_before_start: {
    grant_ends_before_start: reason({}, () => 'The grant would end before it starts.'),
  },
  in_the_past: {
    grant_in_the_past: reason({}, () => 'The grant would start or end in the past.'),
  },
} as const;
