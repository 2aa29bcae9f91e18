import { joined, own } from './own.ts';

/**
 * Amazon Cognito: the groups (`cognito:groups`) are the roles. Its tokens have no permissions, so guard by role, or let
 * a pre-token-generation trigger add a `permissions` claim and read it with `claimsAt`.
 *
 * @example
 * <AccessProvider token={session?.accessToken} claims={cognito()} />
 */
export const cognito =
  () =>
  (payload: unknown): unknown => ({
    sub: own(payload, 'sub'),
    exp: own(payload, 'exp'),
    roles: joined(own(payload, 'cognito:groups')),
    permissions: [],
  });
