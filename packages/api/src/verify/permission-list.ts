import { decode } from '@licet/rule';
import { sha256 } from './sha256.ts';

/**
 * Returns the `permissions_ref` of a list: the SHA-256, in base64url, of the JSON array of the names sorted by code
 * point.
 */
export function permissionsRef(permissions: readonly string[]): string {
  const sorted = permissions.map((name) => Buffer.from(name)).sort(Buffer.compare);
  return sha256(JSON.stringify(sorted.map((name) => name.toString())));
}

/**
 * Parses the list in a fetched document. The verified token contains the hash of the list. The hash proves that the
 * list is authentic, so the document's signature is not verified.
 * @throws Error if the hash does not match
 */
export function readPermissionList(document: string, ref: string): readonly string[] {
  const { permissions } = decode(document);
  if (permissionsRef(permissions) !== ref)
    throw new Error('The list of permissions is not the one that the token names.');
  return permissions;
}
