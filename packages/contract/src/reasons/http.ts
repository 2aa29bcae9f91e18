import { reason } from './reason.ts';

/** Reasons why a request is refused before its call runs, and reasons of failures in any call. */
export const httpReasons = {
  invalid_request: {
    address_undecodable: reason({}, () => 'The URL cannot be decoded.'),
    path_part_too_long: reason({}, () => 'A part of the path is too long to be an identifier.'),
    not_http: reason({}, () => 'The server received something that is not an HTTP request.'),
    text_not_storable: reason(
      {},
      () => 'A text contains a character that cannot be stored, or a time is beyond the calendar.',
    ),
  },
  malformed_body: {
    body_breaks_off: reason({}, () => 'The body is incomplete.'),
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
      ({ most }, say) => `The body has more than the ${say.count(most)} bytes that this call accepts.`,
    ),
    body_over_limit: reason({}, () => 'The body is larger than this call accepts.'),
  },
  unsupported_media_type: {
    body_type_needed: reason({ type: 'name' }, ({ type }) => `This call accepts ${type}. The body has another type.`),
    body_type_unknown: reason({}, () => 'This call does not accept the content type of the body.'),
  },
  head_too_large: {
    head_over_limit: reason({}, () => 'The URL and the headers together are larger than the server accepts.'),
  },
  request_timeout: {
    request_cut_off: reason({}, () => 'The request did not arrive completely in time.'),
    connection_closed: reason({}, () => 'The connection was closed before the answer was sent.'),
  },
  no_such_route: {
    route_unknown: reason(
      { method: 'name', path: 'name' },
      ({ method, path }) => `The API has no call ${method} ${path}.`,
    ),
  },
  method_not_allowed: {
    method_not_taken: reason(
      { method: 'name', path: 'name' },
      ({ method, path }) => `${path} does not accept the method ${method}.`,
    ),
  },
  busy: {
    calls_waiting: reason({}, () => 'Too many of your calls are already waiting for an answer. Try again shortly.'),
  },
  unavailable: {
    database_silent: reason({}, () => 'The database could not complete the request.'),
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

/**
 * Reasons why Licet refuses an access token, its proof, or the page that sent it. Faults that other API servers find
 * too are in `packages/api/src/verify/faults.ts`.
 */
export const tokenReasons = {
  unauthenticated: {
    token_missing: reason({}, () => 'The request carries no access token.'),
  },
  token_expired: {
    token_expired: reason({}, () => 'The access token has expired.'),
  },
  token_invalid: {
    token_malformed: reason(
      {},
      () => 'The Authorization header must be “Bearer” or “DPoP”, one space, and one access token of three parts.',
    ),
    token_too_long: reason({}, () => 'The access token is longer than any that Licet issues.'),
    token_unsigned: reason({}, () => 'The access token is not signed with a key of the issuer.'),
    token_of_other_type: reason({}, () => 'The token is not an access token.'),
    token_not_an_object: reason({}, () => 'The content of the access token is not a JSON object.'),
    token_of_other_issuer: reason({}, () => 'The access token is not from this server’s issuer.'),
    token_without_single_audience: reason({}, () => 'The access token is not for exactly one application.'),
    token_for_other_application: reason(
      { audience: 'name', expected: 'name' },
      ({ audience, expected }) =>
        `The access token is for “${audience}”, not for “${expected}”. Check that the client belongs to “${expected}”, and that the “audience” of this server is right.`,
    ),
    token_times_unreadable: reason({}, () => 'The times of the access token cannot be read.'),
    token_lives_too_long: reason({}, () => 'The lifetime of the access token is longer than Licet allows.'),
    token_from_future: reason({}, () => 'The access token is from the future. Check the clock of this server.'),
    token_access_unreadable: reason({}, () => 'The roles and permissions of the access token cannot be read.'),
    token_without_client: reason({}, () => 'The access token names no client.'),
    token_without_version: reason({}, () => 'The access token has no version.'),
    token_session_unreadable: reason({}, () => 'The session of the access token cannot be read.'),
    token_binding_unknown: reason(
      {},
      () => 'The access token is bound to a key by a method that this server does not support.',
    ),
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
  proof_invalid: {
    token_needs_proof: reason({}, () => 'The access token is bound to a key. Send it as DPoP, with a proof.'),
    token_takes_no_proof: reason(
      {},
      () => 'The access token is not bound to a key. Send it as Bearer, without a proof.',
    ),
    proof_missing: reason({}, () => 'The access token is bound to a key. Send a DPoP proof with it.'),
    proof_not_single: reason({}, () => 'There must be exactly one DPoP header with one proof.'),
    proof_header_unreadable: reason({}, () => 'The header of the proof cannot be read.'),
    proof_without_key: reason({}, () => 'The proof does not carry a public key for ES256.'),
    proof_key_unreadable: reason({}, () => 'The public key of the proof cannot be read.'),
    proof_of_other_key: reason({}, () => 'The proof is signed with another key than the access token is bound to.'),
    proof_unsigned: reason({}, () => 'The proof is not a JWT of type dpop+jwt that its own key has signed.'),
    proof_of_other_method: reason({}, () => 'The proof is for another method.'),
    proof_without_address: reason({}, () => 'The address in the proof is not valid.'),
    proof_request_unclear: reason(
      { signed: 'name' },
      ({ signed }) =>
        `The proof is for ${signed}. The address of the request cannot be compared with it. Sign an address below Licet’s public address, exactly as configured.`,
    ),
    proof_of_other_address: reason(
      { signed: 'name', called: 'name' },
      ({ signed, called }) =>
        `The proof is for ${signed}, but the request came to ${called}. Sign an address below Licet’s public address, exactly as configured.`,
    ),
    proof_out_of_time: reason({}, () => 'The proof is too old, or the clock of its maker is wrong.'),
    proof_of_other_token: reason({}, () => 'The proof is for another access token.'),
    proof_without_id: reason({}, () => 'The proof has no id (jti).'),
    proof_used: reason({}, () => 'The proof was used before.'),
    proofs_of_key_full: reason({}, () => 'Too many proofs were used with this key in a short time. Wait five minutes.'),
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
