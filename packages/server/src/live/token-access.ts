import { permissionsRef } from '@licet/api/verify';
import { stableAccess } from '../identity/tokens/kept-access.ts';
import { fingerprintOf } from '../identity/tokens/token-claims.ts';
import { tokenAccess } from '../store/access/effective.ts';
import type { Snapshot } from '../store/kernel/snapshot.ts';
import type { Caller } from '../usecases/context.ts';

export type UserCaller = Caller & { readonly kind: 'user' };

/** Whether a new token would have other content. `now` is the digest of that content, if known. */
export async function accessDiffers(snapshot: Snapshot, caller: UserCaller, now?: string): Promise<boolean> {
  const carried = caller.token.carries?.();
  if (carried === undefined) return caller.token.version < snapshot.no;
  return carried !== now && carried !== (await carriedNow(snapshot, caller));
}

/** A digest of the content that a new token would have. */
async function carriedNow(snapshot: Snapshot, { userId, audience }: UserCaller): Promise<string> {
  const access = await stableAccess((at) =>
    tokenAccess(at === undefined ? snapshot : { ...snapshot, at }, userId, audience),
  );
  return fingerprintOf(permissionsRef(access?.roles ?? []), permissionsRef(access?.permissions ?? []));
}
