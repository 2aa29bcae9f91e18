import { useAccess } from '@licet/react';
import { Outlet } from '@tanstack/react-router';
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useDraftCount } from '../blocks/draft/draft.ts';
import { useWaitingCount } from '../blocks/waiting-count.ts';
import { useAsOf } from '../session/as-of.ts';
import { licet } from '../session/licet.ts';
import { signInAgain } from '../session/sign-in.ts';
import { useTokenStatus } from '../session/use-token-status.ts';
import { Frame } from '../shell/frame.tsx';
import { SignInAgain } from '../ui/sign-in-again.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useAsOfControl } from './as-of-control.tsx';
import { useConsoleContext } from './console-context.ts';
import { StaticFrame } from './static-frame.tsx';
import { isTyping } from './typing.ts';
import { useFollowAccess } from './use-follow-access.ts';
import '../ui/dialog.css';
import './signed-in-frame.css';
import { words } from './words.ts';

const loadCover = () => import('./signed-out-cover.tsx');
const SignedOutCover = lazy(() => loadCover().then((module) => ({ default: module.SignedOutCover })));

/** The frame, for whoever is signed in. */
export function SignedInFrame({ children }: { children?: ReactNode }): ReactNode {
  useWaitingCount();
  useDraftCount();
  useFollowAccess();
  const isSomebodyElse = useSomebodyElse();
  const status = useTokenStatus();
  const [failed, setFailed] = useState(false);
  const signOut = () => {
    setFailed(false);
    licet.signOut().catch(() => setFailed(true));
  };
  const context = useConsoleContext(signOut);
  const at = useAsOf();
  const { past, onAsOf, dialog, note } = useAsOfControl();
  // Without a network it could not be loaded when it is needed.
  useEffect(() => void loadCover().catch(() => undefined), []);
  const covered = <div className="scrim dialog-scrim cover" />;
  return (
    <>
      <SignInAgain value={signInAgainHere}>
        <Frame context={context} past={past || undefined} onAsOf={onAsOf}>
          {note}
          <Fragment key={at}>{children ?? <Outlet />}</Fragment>
        </Frame>
        {dialog}
      </SignInAgain>
      {isSomebodyElse && covered}
      {status !== 'valid' && (
        <Suspense fallback={covered}>
          <SignedOutCover out={status === 'signed-out'} typed={isTyping()} failed={failed} onSignOut={signOut} />
        </Suspense>
      )}
    </>
  );
}

const signInAgainHere = () => signInAgain(location.pathname + location.search);

/** Before it is known who is there. */
export function Waiting(): ReactNode {
  return (
    <StaticFrame>
      <span className="starting">
        <Spinner label={words.signingIn} />
      </span>
    </StaticFrame>
  );
}

/** Another tab has signed in somebody else: nothing of the first person stays. */
function useSomebodyElse(): boolean {
  const { user } = useAccess();
  const [first] = useState(user);
  const isSomebodyElse = user !== first;
  useEffect(() => {
    if (isSomebodyElse) location.reload();
  }, [isSomebodyElse]);
  return isSomebodyElse;
}
