/** The title of an error, its status, and what the reader can do next. People read `next`. */
export interface ErrorEntry {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 412 | 413 | 415 | 429 | 431 | 500 | 503;
  readonly title: string;
  readonly next: string;
}

const entry = (status: ErrorEntry['status'], title: string, next: string): ErrorEntry => ({ status, title, next });

/** The error catalogue: a closed list. The server can send no other code. */
export const errorCatalogue = {
  invalid_request: entry(400, 'The request is not valid.', 'Correct the fields named in “errors” and send it again.'),
  malformed_body: entry(
    400,
    'The body cannot be read.',
    'Send JSON in UTF-8, or what the call’s description asks for.',
  ),
  invalid_cursor: entry(400, 'The cursor is not one that this list gave out.', 'Begin again without a cursor.'),
  name_reserved: entry(400, 'The name could be taken for “admin”.', 'Choose a name that nobody can mistake for it.'),
  not_as_of: entry(
    400,
    'That goes now alone, not as of another instant.',
    'Go back to now, or ask without that part of the question.',
  ),
  ends_before_start: entry(400, 'The end is not after the start.', 'Choose a later end, or none.'),
  longer_than_allowed: entry(
    400,
    'The role is not given for so long.',
    'Choose an end within the time that the message names; it can be asked for again before it is over.',
  ),
  reason_needed: entry(400, 'A reason is missing.', 'Say why, and send it again.'),
  in_the_past: entry(400, 'The time lies in the past.', 'Choose a time from now on; what was, stays as it was.'),
  password_refused: entry(400, 'The password cannot be taken.', 'Choose another, as the message says.'),
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
    'That name and password do not go together.',
    'Check both, or ask an administrator for a new link.',
  ),
  sign_in_again: entry(
    401,
    'This needs a fresh sign-in.',
    'Sign in again, with the strongest that you have, and repeat it soon after.',
  ),
  second_factor_needed: entry(
    403,
    'The password is right, but a second factor is asked for.',
    'Open the console and sign in there.',
  ),
  second_factor_missing: entry(
    403,
    'A second factor is demanded of you, and you have none.',
    'Sign in where you have signed in before: there you can set one up. Or ask an administrator for a new link.',
  ),
  way_refused: entry(
    403,
    'This is no way to sign in here.',
    'Choose another that the page offers. If you have none of these, ask an administrator for a new link.',
  ),
  code_wrong: entry(
    403,
    'The code is not right.',
    'Enter the one that the app shows now, or a recovery code that was not used before.',
  ),
  passkey_refused: entry(
    403,
    'The passkey is not accepted.',
    'Try again, or sign in another way and look at your ways in.',
  ),
  passkey_unknown: entry(
    403,
    'The passkey is not known here.',
    'It was removed, or belongs elsewhere: choose another, and delete this one where you keep it.',
  ),
  provider_refused: entry(403, 'The provider did not sign you in.', 'Begin again, or sign in another way.'),
  provider_wrong: entry(
    403,
    'What the provider answered cannot be trusted.',
    'Begin again. If this happens again, tell an administrator.',
  ),
  identity_unknown: entry(
    403,
    'Nobody here is known by that account.',
    'Sign in another way and link it in My account, or ask an administrator.',
  ),
  address_missing: entry(
    403,
    'The provider gave no e-mail address.',
    'Let it give your address, or ask an administrator for an account.',
  ),
  address_unverified: entry(
    403,
    'The provider has not verified your e-mail address.',
    'Verify it there, or ask an administrator for an account.',
  ),
  domain_not_allowed: entry(
    403,
    'Addresses of that domain are not taken.',
    'Use an account of your organisation, or ask an administrator.',
  ),
  setup_code_wrong: entry(
    403,
    'That is not the code that the server printed.',
    'Copy the last one from the server’s output: it prints another each hour, and at each start.',
  ),
  forbidden: entry(403, 'You may not do this.', 'Ask an administrator for the permission named in “permission”.'),
  may_not_grant: entry(
    403,
    'You may not give or take this access.',
    'Ask an owner of the application, or an administrator of Licet.',
  ),
  break_glass_refused: entry(
    403,
    'You may not take this role at once.',
    'Ask for it; or let an owner of the application name you in the policy of the role.',
  ),
  own_use: entry(403, 'Nobody reviews what they took themselves.', 'Another owner or an administrator reviews it.'),
  own_request: entry(403, 'Nobody decides on their own request.', 'Another owner or an administrator decides it.'),
  not_your_step: entry(403, 'Others approve this step.', 'Wait until it is your turn; the message says whose it is.'),
  foreign_application: entry(
    403,
    'The token is for another application.',
    'An application’s token speaks of that application alone; for anything else sign in to Licet.',
  ),
  origin_refused: entry(
    403,
    'The page’s origin is not registered with the client.',
    'Add it to the client’s web origins.',
  ),
  people_only: entry(
    403,
    'Only a person can do this.',
    'Sign in and do it yourself, in the console or by “licet login”.',
  ),
  not_a_service: entry(
    403,
    'This is for an application’s own programs.',
    'Use the token of a client of the kind “service” (client credentials).',
  ),
  not_found: entry(
    404,
    'It does not exist, or you may not see it.',
    'Look for it in its list; it may have been deleted.',
  ),
  no_such_route: entry(404, 'There is no such address.', 'Look it up in the API description at /api/openapi.json.'),
  unknown_permission: entry(
    404,
    'The permission is not in the application’s catalogue.',
    'Check its spelling, or add it to the catalogue.',
  ),
  method_not_allowed: entry(405, 'The address does not take this method.', 'Use one of the methods named in “Allow”.'),
  request_timeout: entry(408, 'The request did not come in time.', 'Send it again.'),
  name_taken: entry(409, 'The name is taken.', 'Choose another.'),
  already_exists: entry(409, 'It is so already.', 'Nothing needs to be done.'),
  address_taken: entry(
    409,
    'An account with this address exists.',
    'Sign in to it as always, and link the other one in My account, Ways to sign in.',
  ),
  identity_taken: entry(
    409,
    'Somebody else has linked that account.',
    'Sign in with it to see whose it is, or ask an administrator.',
  ),
  plan_moved: entry(
    409,
    'Something was changed since the plan was made, and it would bring something else now.',
    'Make the plan again, look at what differs, and apply that.',
  ),
  name_moved: entry(
    409,
    'A name in these files belongs to something else than before.',
    'Look at the plan. Where that is meant, apply with --accept-moved and the number that the plan names.',
  ),
  too_many_lines: entry(
    409,
    'The review would have more lines than people can decide.',
    'Open it over a role, a group or a narrower filter.',
  ),
  duplicate_grant: entry(
    409,
    'A grant of the same to the same, at an overlapping time, exists.',
    'Change the existing grant instead.',
  ),
  already_held: entry(409, 'You hold it already.', 'Nothing needs to be done; reload the page if it does not show.'),
  request_pending: entry(409, 'You have asked for it already.', 'Wait for the decision, or withdraw the request.'),
  second_approver_needed: entry(
    409,
    'Nobody gives this role alone.',
    'Let the person ask for it, or propose it for them: somebody else then approves.',
  ),
  request_limit: entry(
    409,
    'You have asked for too much at a time.',
    'Withdraw a request, wait for a decision, or ask again when “retryAfter” seconds have passed.',
  ),
  voted_already: entry(
    409,
    'You have approved it already.',
    'Somebody else gives the approvals that are still needed.',
  ),
  not_requestable: entry(409, 'Nobody can ask for it.', 'Talk to an owner of the application.'),
  comment_limit: entry(409, 'Enough was said about this request.', 'Decide it, or talk to one another.'),
  more_than_asked: entry(409, 'That is more than was asked for.', 'Give what was asked or less, or add a grant.'),
  cycle: entry(409, 'That would make a circle.', 'Take out one of the links named in the message first.'),
  separation_violated: entry(
    409,
    'Somebody would hold what is kept apart.',
    'Revoke the other part first, or ask somebody who looks after separations for an exception.',
  ),
  own_exception: entry(
    403,
    'Nobody makes an exception for themselves.',
    'Ask somebody else who looks after separations.',
  ),
  last_admin: entry(
    409,
    'Licet would be left without an administrator.',
    'Give another active user the role admin of Licet directly and without end first.',
  ),
  locks_out: entry(
    409,
    'Every administrator could be locked out.',
    'Set up what it demands yourself first, or let people sign in without it for a while.',
  ),
  built_in: entry(409, 'It is built in and cannot be changed.', 'Make one of your own instead.'),
  wrong_state: entry(409, 'This cannot be done now.', 'Load it again to see what has changed.'),
  credential_limit: entry(409, 'You have as many passkeys as one may have.', 'Remove one that you do not use.'),
  last_way_in: entry(409, 'You could not sign in without it.', 'Add another first, then remove this one.'),
  setup_done: entry(
    409,
    'Licet is set up already.',
    'Sign in. If nobody can, run “licet recover-admin” on the machine.',
  ),
  link_invalid: entry(
    410,
    'The link has been used, was replaced, or has run out.',
    'Ask an administrator for a new one.',
  ),
  begin_again: entry(410, 'It was begun too long ago, or was done already.', 'Begin again with the first step.'),
  version_conflict: entry(
    412,
    'Somebody else has changed it in the meantime.',
    'Load it again, look at both, and decide.',
  ),
  too_large: entry(413, 'The request is too large.', 'Send less at a time.'),
  unsupported_media_type: entry(
    415,
    'The content type is not supported.',
    'Send application/json, or what the call’s description asks for.',
  ),
  throttled: entry(429, 'Too many attempts.', 'Try again when that time is over.'),
  locked: entry(
    429,
    'Too many wrong passwords.',
    'Sign in with a browser in which you have signed in before, or ask an administrator for a new link.',
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
    'This server has no room for another open stream.',
    'Ask for changes every now and then instead; try the stream again later.',
  ),
  provider_unreachable: entry(503, 'The provider does not answer.', 'Try again in a moment, or sign in another way.'),
  busy: entry(503, 'Licet has too much to do at the moment.', 'Wait a few seconds and send it again.'),
  unavailable: entry(
    503,
    'Licet cannot reach its database.',
    'Try again in a moment. If this happens again, tell the operator of Licet.',
  ),
} as const satisfies Record<string, ErrorEntry>;

/** A code of the error catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;
