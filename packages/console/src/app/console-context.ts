import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMay } from '../session/may.ts';
import { useMe } from '../session/me.ts';
import { signOut } from '../session/sign-out.ts';
import type { ConsoleContext } from '../shell/console-context.ts';
import { showToast } from '../ui/toast.tsx';
import { searchPalette } from './palette-search.ts';

/** What the frame needs of the session: who is looking, what they may open, the search, the way out. */
export function useConsoleContext(): ConsoleContext {
  const queryClient = useQueryClient();
  const user = useMe()?.user;
  const { may, ownsAny } = useMay();
  return useMemo(
    () => ({
      queryClient,
      viewer: {
        id: user?.id ?? '',
        name: user?.name ?? '',
        email: user?.email ?? user?.username ?? '',
        may: (permission) => may(permission as Parameters<typeof may>[0]),
        ownsAny,
      },
      search: searchPalette,
      signOut: () => {
        signOut().catch(() =>
          showToast({
            tone: 'no',
            text: 'The server did not answer, so you are still signed in. Try again in a moment.',
          }),
        );
      },
    }),
    [queryClient, user, may, ownsAny],
  );
}
