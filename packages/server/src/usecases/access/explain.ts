import { type Access, limits } from '@licet/contract';
import { previewFacts, tokenSize, wholeClaims } from '../../identity/tokens/token-claims.ts';
import type { Basis } from '../../store/access/basis.ts';
import { explainAccess, type ItemsQuery } from '../../store/access/explained.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';

/**
 * Effective access of a user or a program in an application, with its paths and the resulting token. `token.bytes`
 * counts the whole list, even if the token would carry a reference instead and `token.claims` lists none.
 */
export async function accessOf(
  snapshot: Snapshot,
  issuer: string,
  basis: Basis,
  query: ItemsQuery = {},
): Promise<Access> {
  const { party: user, application } = basis;
  const { effective, roles, permissions } = await explainAccess(snapshot, basis, query);
  const held = {
    roles: effective.roles.map(({ name }) => name),
    permissions: effective.permissions.map(({ name }) => name),
  };
  const { no: ver, at } = snapshot;
  const { changesAt, admin } = effective;
  const claims = wholeClaims(
    previewFacts({ sub: user.id, ...held, ver, changesAt, iss: issuer, aud: application.key }, at),
  );
  const bytes = tokenSize(claims);
  const byReference = bytes > limits.tokenBytes.value;
  return {
    user: { id: user.id, name: user.name },
    application: { id: application.key, name: application.name },
    at,
    version: ver,
    status: user.status,
    admin,
    changesAt,
    roles,
    permissions,
    token: {
      claims: {
        sub: user.id,
        roles: held.roles,
        permissions: byReference ? [] : held.permissions,
        exp: claims.exp,
        ver,
      },
      bytes,
      byReference,
    },
  };
}
