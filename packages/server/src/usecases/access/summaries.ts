import type { AccessSummary } from '@licet/contract';
import { previewFacts, tokenSizeOf } from '../../identity/tokens/token-claims.ts';
import { summaries } from '../../store/access/principals.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';

/**
 * The access of a user, a row for each application, with the size of a token that lists all of it. `issuer` counts
 * towards that size.
 */
export async function accessSummaries(snapshot: Snapshot, issuer: string, userId: string): Promise<AccessSummary[]> {
  const lines = await summaries(snapshot, userId);
  return lines.map(({ key, name, permissionBytes, ...line }) => {
    const roles = line.roles.map((role) => role.name);
    const { no: ver, at } = snapshot;
    const facts = previewFacts(
      { sub: userId, roles, permissions: [], ver, changesAt: line.changesAt, iss: issuer, aud: key },
      at,
    );
    const listBytes = { roles: Buffer.byteLength(JSON.stringify(roles)), permissions: permissionBytes };
    return { application: { id: key, name }, ...line, tokenBytes: tokenSizeOf(facts, listBytes) };
  });
}
