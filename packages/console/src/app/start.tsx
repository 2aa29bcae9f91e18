import { ApiError } from '@licet/contract/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { completeSignIn } from '../session/sign-in.ts';
import { makeQueryClient } from './query-client.ts';
import { makeRouter } from './router.tsx';
import { SignInFailed } from './sign-in-failed.tsx';

/** Starts the console: ends a sign-in that is under way, then shows the screen of the address. */
export async function startConsole(element: HTMLElement): Promise<void> {
  const show = (page: ReactNode) =>
    createRoot(element, { onCaughtError: reportFault }).render(<StrictMode>{page}</StrictMode>);
  if (location.pathname === '/callback') {
    try {
      const path = await completeSignIn(new URL(location.href));
      history.replaceState(null, '', path);
    } catch (error) {
      return show(<SignInFailed error={error} />);
    }
  }
  const queryClient = makeQueryClient();
  const router = makeRouter(queryClient);
  show(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

/** A refusal is shown on its page; what is left is a fault, for whoever looks into the browser's console. */
function reportFault(error: unknown): void {
  if (!(error instanceof ApiError)) console.error(error);
}
