import { createHmac, randomBytes } from 'node:crypto';
import { erasedUsername, foldIdentity } from '@licet/contract';
import { aboutErasedNames, type Secrets } from '../identity/keys/secrets.ts';
import { erasedNamesKey, type KnownBy, keepErasedNames, keepErasedNamesKey } from '../store/erasure/known-by.ts';
import type { Change } from '../store/kernel/change.ts';
import type { Snapshot } from '../store/kernel/snapshot.ts';

/** Computes the keyed hash of a username in comparison form. */
export type HashName = (key: string) => Buffer;

/** The hash function for usernames of erased people; undefined if there are none. */
export async function hashOfErased(
  { connection }: Pick<Snapshot, 'connection'>,
  secrets: Secrets,
): Promise<HashName | undefined> {
  const sealed = await erasedNamesKey(connection);
  if (!sealed) return undefined;
  const key = Buffer.from(secrets.open(sealed, aboutErasedNames), 'base64');
  return (name) => createHmac('sha256', key).update(`username\0${name}`).digest();
}

/**
 * Stores the usernames of an erased person as keyed hashes. If another user gets such a name, files that still use it
 * are reported.
 */
export async function keepNamesOfErased(change: Change, secrets: Secrets, { id, called }: KnownBy): Promise<void> {
  const { connection, no } = change;
  await keepErasedNamesKey(connection, secrets.seal(randomBytes(32).toString('base64'), aboutErasedNames));
  const hash = await hashOfErased(change, secrets);
  if (!hash) throw new Error('The key of the names of erased people was not kept.');
  const had = new Map<string, { from: number; until: number }>();
  for (const { username, from, to } of called) {
    if (username === erasedUsername) continue;
    const until = Math.min(to, no);
    const known = had.get(foldIdentity(username));
    had.set(foldIdentity(username), { from: known?.from ?? from, until: Math.max(known?.until ?? 0, until) });
  }
  await keepErasedNames(
    connection,
    id,
    [...had].map(([name, period]) => ({ hash: hash(name), ...period })),
  );
}
