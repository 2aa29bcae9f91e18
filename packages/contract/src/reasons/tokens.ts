import { reason } from './reason.ts';

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
