import { joined, own } from './own.ts';

/** Where a claim is: its name, or the names that lead to it. A name is taken whole: dots in it do not separate. */
export type ClaimPath = string | readonly string[];

/** Where the rule's claims are in another issuer's payload. */
export interface ClaimPaths {
  /** `sub` unless told. */
  readonly sub?: ClaimPath | undefined;
  /** Nowhere unless told: the list is empty. */
  readonly roles?: ClaimPath | undefined;
  /** Nowhere unless told: the list is empty. */
  readonly permissions?: ClaimPath | undefined;
  /** `exp` unless told. */
  readonly exp?: ClaimPath | undefined;
}

/**
 * Any other shape, by paths. A list that is absent is empty; one that is no array of strings makes the token malformed.
 *
 * @example
 * <AccessProvider token={token} claims={claimsAt({ roles: ['acme', 'roles'], permissions: 'https://acme.example/can' })} />
 */
export const claimsAt = ({ sub = 'sub', roles, permissions, exp = 'exp' }: ClaimPaths) => {
  const at = (payload: unknown, path: ClaimPath | undefined): unknown =>
    path === undefined ? undefined : own(payload, ...(typeof path === 'string' ? [path] : path));
  return (payload: unknown): unknown => ({
    sub: at(payload, sub),
    exp: at(payload, exp),
    roles: joined(at(payload, roles)),
    permissions: joined(at(payload, permissions)),
  });
};
