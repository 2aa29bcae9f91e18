import { useQuery, useQueryClient } from '@tanstack/react-query';
import { roleOffersQuery } from '../blocks/role-offers.ts';
import { useMay } from '../session/may.ts';
import { useMe } from '../session/me.ts';
import type { ConsoleContext } from '../shell/console-context.ts';
import { searchPalette } from './palette-search.ts';

/** What the frame needs of the session: who is looking, what they may open, the search, the way out. */
export function useConsoleContext(signOut: () => void): ConsoleContext {
  const queryClient = useQueryClient();
  const user = useMe()?.user;
  const { may, ownsAny } = useMay();
  const offers = useQuery(roleOffersQuery).data?.items ?? [];
  return {
    queryClient,
    viewer: {
      id: user?.id ?? '',
      name: user?.name ?? '',
      email: user?.email ?? user?.username ?? '',
      may: (permission) => may(permission as Parameters<typeof may>[0]),
      ownsAny,
      mayTake: offers.length > 0,
    },
    search: searchPalette,
    signOut,
  };
}
