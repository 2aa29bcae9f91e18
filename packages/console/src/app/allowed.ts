import type { Access } from '@licet/client';
import { type Me, problemOf, type ScreenName, screens } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { words as shellWords } from '../shell/words.ts';
import { words } from './words.ts';

/**
 * Checks in the contract's table whether the viewer may open a screen. For the screens of an application, the server
 * decides.
 * @throws ApiError `forbidden`, with the missing permission
 */
export function requireScreen(name: ScreenName, { can }: Pick<Access, 'can'>, me: Me | undefined): void {
  const { access } = screens[name];
  if (access.kind === 'anyone' || access.kind === 'licetToken') return;
  const { permission } = access;
  if (can(permission) || ('or' in access && can(access.or))) return;
  if (access.kind === 'permissionOrOwner' && (me?.owns.length ?? 0) > 0) return;
  throw new ApiError(
    problemOf('forbidden', words.needs(shellWords.screenTitles[name], permission), {
      permission,
    }),
  );
}
