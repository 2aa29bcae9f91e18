/** The title of an error, its status, and a sentence that tells the user what to do next. */
export interface ErrorEntry {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 412 | 413 | 415 | 429 | 431 | 500 | 503;
  readonly title: string;
  readonly next: string;
}

const entry = (status: ErrorEntry['status'], title: string, next: string): ErrorEntry => ({ status, title, next });

/** The catalogue of all error codes. The server sends no other code. */
export const errorCatalogue = {
  invalid_request: entry(400, 'The request is not valid.', 'Correct the fields named in “errors” and send it again.'),
  malformed_body: entry(
    400,
    'The body cannot be read.',
    'Send JSON in UTF-8, or the content type that the API description names for this call.',
  ),
  invalid_cursor: entry(
    400,
    'The cursor does not belong to this list.',
    'Read the list from its start again, without a cursor.',
  ),
  name_reserved: entry(400, 'The name looks like “admin”.', 'Choose a name that does not look like “admin”.'),
  not_as_of: entry(
    400,
    'Only available for the present, not for a past date.',
    'Return to the present, or remove that filter.',
  ),
  ends_before_start: entry(400, 'The end must be after the start.', 'Choose a later end, or none.'),
  longer_than_allowed: entry(
    400,
    'The role cannot be granted for that long.',
    'Choose an end within the time that the message names. The user can request the role again before it ends.',
  ),
  reason_needed: entry(400, 'A reason is missing.', 'Enter a reason and send it again.'),
  in_the_past: entry(
    400,
    'The time is in the past.',
    'Choose a time that is not in the past. The past cannot be changed.',
  ),
  password_refused: entry(
    400,
    'The password cannot be used.',
    'Choose another password. The message says what is wrong with this one.',
  ),
  import_rejected: entry(
    400,
    'The file was not imported; nothing was changed.',
    'Correct the lines named in “errors” and import it again.',
  ),
  unauthenticated: entry(401, 'No one is signed in.', 'Sign in and try again.'),
  token_invalid: entry(401, 'The access token is not accepted.', 'Sign in again.'),
  token_expired: entry(401, 'The access token has expired.', 'Renew it, or sign in again.'),
  proof_invalid: entry(
    401,
    'The DPoP proof is not accepted.',
    'Send a fresh proof for this method and address, signed with the token’s key.',
  ),
  sign_in_failed: entry(
    401,
    'The name or the password is wrong.',
    'Check both. If you forgot the password, ask an administrator for a link to set a new one.',
  ),
  sign_in_again: entry(
    401,
    'Sign in again to continue.',
    'Use your strongest sign-in method, then repeat the action within a few minutes.',
  ),
  second_factor_needed: entry(
    403,
    'The password is right, but a second factor is required.',
    'Sign in to the console, where Licet can ask for the second factor.',
  ),
  second_factor_missing: entry(
    403,
    'You need a second factor and have not set one up.',
    'Set one up in a browser in which you have signed in before, or ask an administrator for a set-password link.',
  ),
  way_refused: entry(
    403,
    'This sign-in method is not allowed here.',
    'Choose one of the methods on the page. If you have none of them, ask an administrator for a set-password link.',
  ),
  code_wrong: entry(403, 'The code is wrong.', 'Enter the code that your app shows now, or an unused recovery code.'),
  passkey_refused: entry(
    403,
    'The passkey is not accepted.',
    'Try again, or sign in with another method and check your passkeys in My account.',
  ),
  passkey_unknown: entry(
    403,
    'Licet does not know this passkey.',
    'It was removed, or belongs to another site. Choose another passkey, and delete this one from your device.',
  ),
  provider_refused: entry(
    403,
    'The sign-in provider refused to sign you in.',
    'Start again, or use another sign-in method.',
  ),
  provider_wrong: entry(
    403,
    'The response of the sign-in provider is not valid.',
    'Start again. If this happens again, tell an administrator.',
  ),
  identity_unknown: entry(
    403,
    'No user is linked to that account.',
    'Sign in with another method and link the account in My account, or ask an administrator.',
  ),
  address_missing: entry(
    403,
    'The sign-in provider did not send an e-mail address.',
    'Allow the provider to share your address, or ask an administrator for an account.',
  ),
  address_unverified: entry(
    403,
    'The provider has not verified your e-mail address.',
    'Verify it there, or ask an administrator for an account.',
  ),
  domain_not_allowed: entry(
    403,
    'E-mail addresses of that domain are not allowed.',
    'Use an account of your organisation, or ask an administrator.',
  ),
  setup_code_wrong: entry(
    403,
    'This is not the code that the server printed.',
    'Copy the newest code from the server’s output. The server prints a new one every hour and at every start.',
  ),
  forbidden: entry(403, 'You may not do this.', 'Ask an administrator for the permission named in “permission”.'),
  may_not_grant: entry(
    403,
    'You may not grant or revoke this access.',
    'Ask an owner of the application, or an administrator of Licet.',
  ),
  break_glass_refused: entry(
    403,
    'You may not take this role as emergency access.',
    'Ask for the role, or ask an owner of the application to name you in the role’s policy.',
  ),
  own_use: entry(
    403,
    'You cannot review your own emergency access.',
    'Another owner or an administrator must review it.',
  ),
  own_request: entry(403, 'You cannot decide on your own request.', 'Another owner or an administrator must decide.'),
  not_your_step: entry(
    403,
    'You do not approve this step.',
    'Wait until your step is reached. The message names the approvers of the current step.',
  ),
  foreign_application: entry(
    403,
    'The token is for another application.',
    'Use a token of this application, or sign in to Licet for Licet’s own calls.',
  ),
  origin_refused: entry(
    403,
    'The page’s origin is not registered with the client.',
    'Add it to the client’s web origins.',
  ),
  people_only: entry(
    403,
    'Only a signed-in user can do this.',
    'Sign in as a user, in the console or with “licet login”.',
  ),
  not_a_service: entry(
    403,
    'Only an application’s own programs can do this.',
    'Use the token of a client of the kind “service” (client credentials).',
  ),
  not_found: entry(404, 'Not found, or you may not see it.', 'Check the name or the id. It may have been deleted.'),
  no_such_route: entry(404, 'This address does not exist.', 'Look it up in the API description at /api/openapi.json.'),
  unknown_permission: entry(
    404,
    'The permission is not in the application’s catalogue.',
    'Check its spelling, or add it to the catalogue.',
  ),
  method_not_allowed: entry(
    405,
    'The address does not support this method.',
    'Use one of the methods named in “Allow”.',
  ),
  request_timeout: entry(408, 'The request took too long to arrive.', 'Send it again.'),
  name_taken: entry(409, 'The name is taken.', 'Choose another.'),
  already_exists: entry(409, 'This is already the case.', 'You do not need to do anything.'),
  address_taken: entry(
    409,
    'An account with this address exists.',
    'Sign in to it as usual, then link the other account in My account, Ways to sign in.',
  ),
  identity_taken: entry(
    409,
    'That account is linked to another user.',
    'Sign in with it to see which user that is, or ask an administrator.',
  ),
  plan_moved: entry(
    409,
    'The effects of the plan have changed since it was made.',
    'Make the plan again, check what differs, and apply the new plan.',
  ),
  name_moved: entry(
    409,
    'A name in these files now refers to another object.',
    'Check the plan. If the change is intended, apply with --accept-moved and the number that the plan names.',
  ),
  too_many_lines: entry(
    409,
    'The review would have more lines than people can decide.',
    'Open a review of one role or one group, or narrow the filter.',
  ),
  duplicate_grant: entry(
    409,
    'The same grant exists already for an overlapping time.',
    'Change the existing grant instead.',
  ),
  already_held: entry(
    409,
    'You already have this access.',
    'You do not need to do anything. If the page does not show it, reload the page.',
  ),
  request_pending: entry(
    409,
    'You have already requested this access.',
    'Wait for the decision, or withdraw the request.',
  ),
  second_approver_needed: entry(
    409,
    'This role needs a second approver.',
    'Let the user request the role, or propose it for them. Another person then approves.',
  ),
  request_limit: entry(
    409,
    'You have too many requests.',
    'Withdraw a request, wait for a decision, or try again when “retryAfter” seconds have passed.',
  ),
  voted_already: entry(
    409,
    'You have already approved this request.',
    'Another approver must give the remaining approvals.',
  ),
  not_requestable: entry(409, 'This role cannot be requested.', 'Ask an owner of the application to grant it.'),
  comment_limit: entry(
    409,
    'This request has the maximum number of comments.',
    'Decide on the request, or continue the discussion elsewhere.',
  ),
  more_than_asked: entry(
    409,
    'This is more than the user requested.',
    'Grant what was requested or less, or add a separate grant.',
  ),
  cycle: entry(
    409,
    'This would create a cycle.',
    'First remove one of the memberships or inclusions that the message names.',
  ),
  separation_violated: entry(
    409,
    'A user would hold both sides of a separation rule.',
    'Revoke one side first, or ask a user who manages separation rules for an exception.',
  ),
  own_exception: entry(
    403,
    'You cannot make an exception for yourself.',
    'Ask another user who manages separation rules.',
  ),
  last_admin: entry(
    409,
    'Licet would be left without an administrator.',
    'First grant another active user the role admin of Licet, directly and without an end.',
  ),
  locks_out: entry(
    409,
    'Every administrator could be locked out.',
    'Set up what the sign-in rules require for yourself first, or give users a period in which they can sign in without it.',
  ),
  built_in: entry(409, 'This is built in and cannot be changed.', 'Create your own instead.'),
  wrong_state: entry(409, 'This is not possible in the current state.', 'Check the current state, then decide again.'),
  credential_limit: entry(409, 'You have the maximum number of passkeys.', 'Remove a passkey that you do not use.'),
  last_way_in: entry(409, 'This is your only way to sign in.', 'Add another one first, then remove this one.'),
  setup_done: entry(
    409,
    'Licet is already set up.',
    'Sign in. If no administrator can sign in, run “licet recover-admin” on the server.',
  ),
  link_invalid: entry(410, 'The link was used or replaced, or has expired.', 'Ask an administrator for a new link.'),
  begin_again: entry(410, 'This has expired, or is already complete.', 'Start again from the first step.'),
  version_conflict: entry(
    412,
    'Somebody else has changed this in the meantime.',
    'Load it again, compare both versions, then decide which changes to keep.',
  ),
  too_large: entry(413, 'The request is too large.', 'Send less at a time.'),
  unsupported_media_type: entry(
    415,
    'The content type is not supported.',
    'Send application/json, or the content type that the API description names for this call.',
  ),
  throttled: entry(429, 'Too many attempts.', 'Try again later.'),
  locked: entry(
    429,
    'Too many wrong passwords.',
    'Use a browser in which you have signed in before, or ask an administrator for a set-password link.',
  ),
  codes_locked: entry(
    429,
    'Too many wrong codes.',
    'Sign in with a passkey, or ask an administrator to remove the second factor.',
  ),
  head_too_large: entry(
    431,
    'The address and the headers of the request are too large.',
    'Send shorter filters, and fewer cookies and headers.',
  ),
  internal: entry(
    500,
    'Something went wrong in Licet.',
    'Try again. If this happens again, give the request id to the operator of Licet.',
  ),
  live_full: entry(
    503,
    'This server has the maximum number of open streams.',
    'Poll for changes for now, and open the stream again later.',
  ),
  provider_unreachable: entry(
    503,
    'The sign-in provider does not answer.',
    'Try again in a moment, or use another sign-in method.',
  ),
  busy: entry(503, 'Licet is busy.', 'Wait a few seconds and send it again.'),
  unavailable: entry(
    503,
    'Licet cannot reach its database.',
    'Try again in a moment. If this happens again, tell the operator of Licet.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
