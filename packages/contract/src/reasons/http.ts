import { reason } from './reason.ts';

/** Reasons for which a request is refused before its call is reached, and of failures that any call can meet. */
export const httpReasons = {
  invalid_request: {
    address_undecodable: reason({}, () => 'The address cannot be decoded.'),
    path_part_too_long: reason({}, () => 'A part of the path is longer than any identifier.'),
    not_http: reason({}, () => 'The server received something that is not an HTTP request.'),
    text_not_storable: reason(
      {},
      () => 'A text contains a character that cannot be stored, or a time is beyond the calendar.',
    ),
  },
  malformed_body: {
    body_breaks_off: reason({}, () => 'The body breaks off.'),
    body_unreadable: reason(
      {},
      () => 'The body does not match its content type, or contains a field name that is never allowed.',
    ),
    not_json: reason({}, () => 'The body is not JSON.'),
    json_prototype: reason({}, () => 'The JSON has a field named __proto__.'),
    json_too_deep: reason({ most: 'count' }, ({ most }, say) => `The JSON has more than ${say.count(most)} levels.`),
    json_too_many_values: reason(
      { most: 'count' },
      ({ most }, say) => `The JSON has more than ${say.count(most)} values.`,
    ),
  },
  too_large: {
    body_too_large: reason(
      { most: 'count' },
      ({ most }, say) => `The body has more than the ${say.count(most)} bytes that this call takes.`,
    ),
    body_over_limit: reason({}, () => 'The body is larger than this call takes.'),
  },
  unsupported_media_type: {
    body_type_needed: reason({ type: 'name' }, ({ type }) => `This call takes ${type}. The body has another type.`),
    body_type_unknown: reason({}, () => 'This call does not take the content type of the body.'),
  },
  head_too_large: {
    head_over_limit: reason({}, () => 'The address and the headers together are larger than the server reads.'),
  },
  request_timeout: {
    request_cut_off: reason({}, () => 'The request began, and the rest of it did not arrive in time.'),
    connection_closed: reason({}, () => 'The connection was closed before the answer was sent.'),
  },
  no_such_route: {
    route_unknown: reason(
      { method: 'name', path: 'name' },
      ({ method, path }) => `There is nothing at ${method} ${path}.`,
    ),
  },
  method_not_allowed: {
    method_not_taken: reason(
      { method: 'name', path: 'name' },
      ({ method, path }) => `${path} does not take ${method}.`,
    ),
  },
  busy: {
    calls_waiting: reason({}, () => 'Very many of your calls are already waiting for their answers.'),
  },
  unavailable: {
    database_silent: reason({}, () => 'The database did not answer.'),
    server_unreachable: reason({}, () => 'The request did not reach the server.'),
    unavailable_unexplained: reason({}, () => 'The server answered 503 without saying why.'),
  },
  internal: {
    failure_unexplained: reason(
      { status: 'number' },
      ({ status }) => `The server answered ${status} without saying why.`,
    ),
    not_carried_out: reason({}, () => 'The request was not carried out.'),
    answer_broken: reason({}, () => 'The answer of the server does not match its description.'),
  },
} as const;

/** Reasons for which Licet itself does not accept an access token, or the page that sent it. */
export const tokenReasons = {
  token_invalid: {
    token_client_changed: reason(
      {},
      () => 'The token’s client was deleted, or belongs to another application than the token.',
    ),
    token_client_gone: reason({}, () => 'The token’s client was deleted, or it revoked the token.'),
    token_without_session: reason({}, () => 'The token names no session.'),
    token_session_ended: reason({}, () => 'The session of the token has ended.'),
    token_id_invalid: reason({}, () => 'The token’s user or client is not a valid id.'),
    token_user_inactive: reason({}, () => 'The token’s user is suspended or deleted.'),
  },
  origin_refused: {
    origin_not_registered: reason(
      {},
      () => 'The page that sent the request has an origin that is not registered with the token’s client.',
    ),
  },
  forbidden: {
    token_without_openid: reason(
      {},
      () => 'The access token was issued without the scope openid, so it does not say who the user is.',
    ),
  },
  invalid_request: {
    token_sent_twice: reason(
      {},
      () => 'The access token was sent more than once. Send it in the Authorization header only.',
    ),
  },
  not_found: {
    permissions_of_another_token: reason({}, () => 'The access token does not refer to this list of permissions.'),
    permissions_expired: reason({}, () => 'The list that the token refers to is no longer stored. Renew the token.'),
  },
} as const;
