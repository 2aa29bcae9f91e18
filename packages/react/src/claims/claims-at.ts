import { joined, own } from './own.ts';

/**
 * The path of a claim: its name, or the names that lead to it. A name is used as a whole: dots in it do not separate.
 */
export type ClaimPath = string | readonly string[];

/** The paths of the rule's claims in another issuer's payload. */
export interface ClaimPaths {
  /** `sub` by default. */
  readonly sub?: ClaimPath | undefined;
  /** None by default: the list is empty. */
  readonly roles?: ClaimPath | undefined;
  /** None by default: the list is empty. */
  readonly permissions?: ClaimPath | undefined;
  /** `exp` by default. */
  readonly exp?: ClaimPath | undefined;
}

/**
 * Any other form, by paths. A missing list is empty. A list that is not an array of strings makes the token malformed.
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
