import { type ClientKey, limits, type newClient, type PublicKey } from '@licet/contract';
import type * as z from 'zod';
import { fault, refuseFault } from '../../refusal.ts';
import { type ClientKeyFields, type NewSecret, newSecret } from '../../store/applications/client-keys.ts';
import { later } from '../../store/kernel/instants.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { requireInstant } from '../grants/times.ts';
import { keepsSecret } from './kinds.ts';

type First = Pick<z.output<typeof newClient>, 'kind' | 'publicKeys' | 'keysEndAt' | 'secret'>;

/** The first keys of a client: its public keys, else a secret if its kind keeps one. */
export function firstKeys(
  snapshot: Snapshot,
  { kind, publicKeys = [], keysEndAt, secret }: First,
): (Omit<ClientKeyFields, 'secret'> & { readonly secret: NewSecret | null })[] {
  if (!keepsSecret(kind)) {
    if (keysEndAt !== undefined)
      refuseFault('invalid_request', fault({ pointer: '/keysEndAt' }, 'client_without_secret', {}));
    return [];
  }
  const endsAt = endOf(snapshot, keysEndAt, '/keysEndAt');
  if (publicKeys.length === 0 && secret === false) return [];
  if (publicKeys.length === 0) return [{ name: usualName([], null), secret: newSecret(), publicKey: null, endsAt }];
  return publicKeys.map((publicKey, place) => ({
    name: publicKey.kid ?? `Key ${place + 1}`,
    secret: null,
    publicKey,
    endsAt,
  }));
}

/**
 * The end of a key: as given, else after the default time.
 * @throws Refusal `in_the_past`
 */
export function endOf({ clock }: Snapshot, said: string | null | undefined, pointer: string): string | null {
  if (said === null) return null;
  if (said === undefined) return later(clock, limits.clientKeyLifetime.value * 86_400);
  const at = requireInstant(said, pointer);
  if (at <= clock) refuseFault('in_the_past', fault({ pointer }, 'client_key_end', {}));
  return at;
}

/** “Secret 3”, or the name of the public key. */
export function usualName(all: readonly ClientKey[], publicKey: PublicKey | null): string {
  if (publicKey?.kid !== undefined) return publicKey.kid;
  const kind = publicKey ? 'Key' : 'Secret';
  const numbers = all.map(({ name }) => Number(new RegExp(`^${kind} (\\d{1,6})$`).exec(name)?.[1] ?? 0));
  return `${kind} ${Math.max(0, ...numbers) + 1}`;
}
