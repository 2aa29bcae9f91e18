import { decode } from '@licet/rule';
import { sha256 } from './sha256.ts';

/**
 * The `permissions_ref` of a list that is too long for a token: SHA-256, base64url, over the JSON array of the names
 * sorted by code point.
 */
export function permissionsRef(permissions: readonly string[]): string {
  const sorted = permissions.map((name) => Buffer.from(name)).sort(Buffer.compare);
  return sha256(JSON.stringify(sorted.map((name) => name.toString())));
}

/**
 * Reads the list from a document that was fetched by the hash in a verified token. The hash proves that the list is
 * authentic, so the signature of the document need not be verified.
 * @throws Error if it is not that list
 */
export function readPermissionList(document: string, ref: string): readonly string[] {
  const { permissions } = decode(document);
  if (permissionsRef(permissions) !== ref)
    throw new Error('The list of permissions is not the one that the token names.');
  return permissions;
}
