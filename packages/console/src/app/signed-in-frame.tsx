import { useAccess } from '@licet/react';
import { Outlet, useRouter } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { useDraftCount } from '../blocks/draft/draft-button.tsx';
import { useWaitingCount } from '../blocks/waiting-count.ts';
import { useAsOf } from '../session/as-of.ts';
import { licet } from '../session/licet.ts';
import { signInAgain } from '../session/sign-in.ts';
import { useTokenStatus } from '../session/sign-in-state.ts';
import { Frame, preloadPalette } from '../shell/frame.tsx';
import { preloadDialog } from '../ui/dialog.tsx';
import { Spinner } from '../ui/icon.tsx';
import { lateComponent } from '../ui/late-part.ts';
import { preloadMenu } from '../ui/menu.tsx';
import { SignInAgain } from '../ui/sign-in-again.tsx';
import { useAsOfControl } from './as-of-control.tsx';
import { isTyping } from './follow-changes.ts';
import { useIsCovered } from './is-covered.ts';
import { usePreload } from './preload.ts';
import { PrintHeading } from './print-heading.tsx';
import '../ui/dialog.css';
import './signed-in-frame.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { roleOffersQuery } from '../blocks/roles.ts';
import { useMay } from '../session/may.ts';
import { useMe } from '../session/me.ts';
import type { ConsoleContext } from '../shell/console-context.ts';
import { Mark, Word } from '../ui/brand.tsx';
import { words } from './words.ts';
import '../shell/frame.css';
import '../shell/nav.css';
import '../shell/top-bar.css';

/** The session data of the frame: the user, the screens that they may open, the search, sign-out. */
function useConsoleContext(signOut: () => void): ConsoleContext {
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
    signOut,
  };
}

const PaletteResults = lateComponent(
  async () => (await import('../features/palette/palette-results.tsx')).PaletteResults,
);
const SignedOutCover = lateComponent(async () => (await import('./signed-out-cover.tsx')).SignedOutCover);
// The report about failed calls.
const loadReport = () => import('../blocks/failed-calls/failed-calls.ts');

/** The frame of a signed-in user. */
export function SignedInFrame({ children }: { children?: ReactNode }): ReactNode {
  useWaitingCount();
  useDraftCount();
  useFollowAccess();
  const isSomebodyElse = useSomebodyElse();
  const status = useTokenStatus();
  const isCovered = useIsCovered(status);
  const [failed, setFailed] = useState(false);
  const signOut = () => {
    setFailed(false);
    licet.signOut().catch(() => setFailed(true));
  };
  const context = useConsoleContext(signOut);
  const at = useAsOf();
  const { past, onAsOf, dialog, note } = useAsOfControl();
  // The cover and the report may be needed while there is no network.
  usePreload([preloadDialog, loadReport, SignedOutCover.preload, preloadMenu, preloadPalette, PaletteResults.preload]);
  const covered = <div className="scrim dialog-scrim cover" />;
  return (
    <>
      <SignInAgain value={signInAgainHere}>
        <Frame context={context} results={PaletteResults} past={past || undefined} onAsOf={onAsOf}>
          <PrintHeading user={context.viewer.name} at={at} />
          {note}
          <Fragment key={at}>{children ?? <Outlet />}</Fragment>
        </Frame>
        {dialog}
      </SignInAgain>
      {isSomebodyElse && covered}
      {isCovered && (
        <SignedOutCover
          out={status === 'signed-out'}
          typed={isTyping()}
          failed={failed}
          onSignOut={signOut}
          whileLoading={covered}
        />
      )}
    </>
  );
}

const signInAgainHere = () => signInAgain(location.pathname + location.search);

/** Shown until the user is known. */
export function Waiting(): ReactNode {
  return (
    <StaticFrame>
      <span className="starting">
        <Spinner label={words.signingIn} />
      </span>
    </StaticFrame>
  );
}

/** Whether another user has signed in from another tab. The first user's data must then leave the screen. */
function useSomebodyElse(): boolean {
  const { user } = useAccess();
  const [first] = useState(user);
  const isSomebodyElse = user !== first;
  useEffect(() => {
    if (isSomebodyElse) location.reload();
  }, [isSomebodyElse]);
  return isSomebodyElse;
}

/** Checks the access to the current screen again when the user's rights change. */
function useFollowAccess(): void {
  const { status, roles, permissions } = useAccess();
  const router = useRouter();
  const held = status === 'valid' ? JSON.stringify([roles, permissions]) : undefined;
  const known = useRef(held);
  useEffect(() => {
    if (held === undefined || held === known.current) return;
    known.current = held;
    void router.invalidate();
  }, [held, router]);
}

/** The frame until the user is known. It looks like index.html and has a loading indicator. */
function StaticFrame({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="shell static-frame">
      <div className="top-bar">
        <span className="brand">
          <Mark />
          <Word />
        </span>
      </div>
      <div className="nav" />
      <main className="sheet" id="main">
        <div className="before-start">{children}</div>
      </main>
      <div className="tabbar" />
    </div>
  );
}
