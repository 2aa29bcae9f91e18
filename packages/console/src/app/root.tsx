import type { Access } from '@licet/client';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  type ErrorComponentProps,
  Outlet,
  retainSearchParams,
  useRouter,
} from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { requireSession, SignedOut } from '../session/require-session.ts';
import { signIn } from '../session/sign-in.ts';
import { useSignInState } from '../session/sign-in-state.ts';
import { ErrorPage, Page, PageBody } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { LogInIcon } from '../ui/icon.tsx';
import { EmptyState } from '../ui/states.tsx';
import { readInstant } from './as-of-control.tsx';
import { BareFrame } from './bare-frame.tsx';
import { SignedInFrame, Waiting } from './signed-in-frame.tsx';
import { reasonOf, signedOutWords as words } from './words.ts';

/** The context of every route. */
export interface RouterContext {
  /** The signed-in user's access, as granted by their own token. */
  readonly access: Access;
  readonly queryClient: QueryClient;
}

/** The error page without a frame, shown if the user could not be loaded or is signed out. */
function BareErrorPage(props: ErrorComponentProps): ReactNode {
  if (props.error instanceof SignedOut) return <SignedOutPage />;
  return (
    <BareFrame signIn={false}>
      <ErrorPage {...props} />
    </BareFrame>
  );
}

/** The root of all routes. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: BareErrorPage,
});

/** The parent of every screen that needs a user: ensures that a user is signed in, then renders the frame. */
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

/**
 * Shown after a sign-in that was refused or failed. It is not retried automatically; the user starts the next attempt.
 */
function SignedOutPage(): ReactNode {
  const router = useRouter();
  const state = useSignInState();
  const isBack = state.status === 'held';
  useEffect(() => {
    if (isBack) void router.invalidate();
  }, [isBack, router]);
  return (
    <BareFrame signIn={false}>
      <Page title={words.notIn} heading={<h1 className="visually-hidden">{words.notIn}</h1>}>
        <PageBody>
          <div role="alert">
            <EmptyState
              icon={LogInIcon}
              title={words.notIn}
              action={
                <Button kind="primary" onClick={() => void signIn().catch(() => undefined)}>
                  {words.signIn}
                </Button>
              }
            >
              {reasonOf(state)}
            </EmptyState>
          </div>
        </PageBody>
      </Page>
    </BareFrame>
  );
}
