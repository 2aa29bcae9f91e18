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
import { LogInIcon } from '../ui/page-icons.tsx';
import { EmptyState } from '../ui/states.tsx';
import { BareFrame } from './bare-frame.tsx';
import { readInstant } from './look-as-of.ts';
import { SignedInFrame, Waiting } from './signed-in-frame.tsx';
import { reasonOf, signedOutWords as words } from './words.ts';

/** The context of every route. */
export interface RouterContext {
  /** The user's own token, which screens use. */
  readonly access: Access;
  readonly queryClient: QueryClient;
}

/** Shown if nothing could be loaded, not even the user, or if nobody is signed in. */
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

/** The parent of every screen that needs a user: signs in first, then renders the frame. */
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

/** Nobody is signed in, and the user decides when to retry, because the sign-in was refused or failed. */
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
