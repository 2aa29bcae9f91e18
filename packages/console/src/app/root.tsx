import { createRootRouteWithContext, createRoute, Outlet, retainSearchParams } from '@tanstack/react-router';
import { requireSession } from '../session/require-session.ts';
import { BareErrorPage } from './bare-error-page.tsx';
import { readInstant } from './look-as-of.ts';
import type { RouterContext } from './router-context.ts';
import { SignedInFrame, Waiting } from './signed-in-frame.tsx';

/** The root of all routes. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: BareErrorPage,
});

/** Around every screen that needs somebody: signs in first, then draws the frame. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  validateSearch: readInstant,
  search: { middlewares: [retainSearchParams(['at'])] },
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location.href),
  component: SignedInFrame,
  pendingComponent: Waiting,
  errorComponent: BareErrorPage,
});
