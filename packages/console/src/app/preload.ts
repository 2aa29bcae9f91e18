import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { whenIdle } from '../ui/when-idle.ts';

/** Loads parts of the console before they are needed, one after the other, once the screen has its data. */
export function usePreload(loads: readonly (() => Promise<unknown>)[]): void {
  const queryClient = useQueryClient();
  const [first] = useState(loads);
  useEffect(
    () =>
      whenCalm(queryClient, async () => {
        // A part that cannot be loaded now is loaded again when it is needed.
        for (const load of first) await load().catch(() => undefined);
      }),
    [queryClient, first],
  );
}

/** Runs work when no data is loading and the browser is idle. Returns a function that cancels it. */
function whenCalm(queryClient: QueryClient, work: () => void): () => void {
  let cancel = () => {};
  const look = () => {
    cancel();
    cancel = whenIdle(() => {
      if (queryClient.isFetching() > 0) return;
      stop();
      work();
    });
  };
  const stop = queryClient.getQueryCache().subscribe(look);
  look();
  return () => {
    stop();
    cancel();
  };
}
