import { createAccess } from '@licet/client';
import { ApiError } from '@licet/contract/client';
import { AccessProvider, useAccessStore } from '@licet/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { keepAccess } from '../session/keep-access.ts';
import { licet } from '../session/licet.ts';
import { watchPresence } from '../session/presence.ts';
import { SignedOut } from '../session/require-session.ts';
import { hasArrived } from '../session/sign-in.ts';
import { showCutText } from '../ui/cut-text.ts';
import { forgetStoredStates } from '../ui/form-draft.ts';
import { learn, locale } from '../ui/language.ts';
import { latePart } from '../ui/late-part.ts';

import { lookAsOf } from './as-of-control.tsx';
import { followChanges, watchTyping } from './follow-changes.ts';
import { makeRouter } from './router.tsx';

/** Starts the console in the language of the page. */
export async function startConsole(element: HTMLElement): Promise<void> {
  await learn(
    async () => (await import('./german.ts')).german,
    () => renderConsole(element),
  );
}

/** Shows the screen of the address. */
function renderConsole(element: HTMLElement): void {
  if (!hasArrived() && !isReload()) forgetStoredStates();
  if (location.pathname === '/callback') history.replaceState(null, '', '/');

  const keptAccess = keepAccess(licet);
  const queryClient = makeQueryClient();
  const router = makeRouter({ queryClient, access: createAccess(keptAccess) });
  loadCode(router);
  router.subscribe('onBeforeLoad', ({ toLocation }) => lookAsOf(queryClient, toLocation.search));
  watchTyping(document);
  showCutText(document);
  watchPresence(window);
  followChanges({ onChange: licet.onChange, queryClient });
  reportFailedCalls(queryClient);
  createRoot(element, { onCaughtError: reportFault }).render(
    <StrictMode>
      <I18nProvider locale={locale}>
        <AccessProvider source={keptAccess}>
          <QueryClientProvider client={queryClient}>
            <Screens router={router} />
          </QueryClientProvider>
        </AccessProvider>
      </I18nProvider>
    </StrictMode>,
  );
}

/** Reports failed calls that no component shows. The code for it loads with the first failure. */
function reportFailedCalls(queryClient: QueryClient): void {
  const reporting = latePart(async () =>
    (await import('../blocks/failed-calls/failed-calls.ts')).watchFailedCalls(queryClient),
  );
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') reporting.load().catch(() => undefined);
  });
}

/** Loads the code of the screen in the address while the user is still loading. The router reports a failure. */
function loadCode(router: ReturnType<typeof makeRouter>): void {
  const [matches] = router.getMatchedRoutes(location.pathname);
  for (const { options } of matches) options.component?.preload?.()?.catch(() => undefined);
}

const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

/** The router, with the same access store that the screens use. */
function Screens({ router }: { router: ReturnType<typeof makeRouter> }): ReactNode {
  return <RouterProvider router={router} context={{ access: useAccessStore() }} />;
}

/** Logs errors to the browser's console, except refusals and sign-outs, which the page itself shows. */
function reportFault(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof SignedOut)) console.error(error);
}

const FRESH_MS = 10_000;
const TRIES = 3;
const LONGEST_PAUSE_MS = 8000;

/** The console's query cache. Retries only if the server was unreachable, never after a refusal. */
function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < TRIES && isUnavailable(error),
        retryDelay: (failures) => Math.min(500 * 2 ** failures, LONGEST_PAUSE_MS),
      },
    },
  });
}

const isUnavailable = (error: Error): boolean => error instanceof ApiError && error.problem.status === 503;

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}
