import type { ReactNode } from 'react';
import { OrganisationMark } from '../blocks/organisation-mark.tsx';
import { signIn as leaveForSignIn } from '../session/sign-in.ts';
import { words as shellWords } from '../shell/words.ts';
import { Button } from '../ui/button.tsx';
import { LogInIcon } from '../ui/icon.tsx';
import { lateComponent } from '../ui/late-part.ts';
import { ToastRegion } from '../ui/toast.tsx';
import '../shell/top-bar.css';
import './bare-frame.css';
import { useMe } from '../session/me.ts';
import { SkeletonLines } from '../ui/states.tsx';
import { SignedInFrame } from './signed-in-frame.tsx';
import { words } from './words.ts';

/** The frame without navigation, with the organisation's logo. Used for public screens, and until the user is known. */
export function BareFrame({
  children,
  signIn = true,
}: {
  children: ReactNode;
  signIn?: boolean | undefined;
}): ReactNode {
  return (
    <div>
      <div className="shell bare">
        <a className="skip-link" href="#main">
          {shellWords.skip}
        </a>
        <header className="top-bar">
          <a className="brand" href="/" aria-label={shellWords.home}>
            <OrganisationMark />
          </a>
          <span />
          <div className="top-bar-end">
            {signIn && (
              <Button small icon={LogInIcon} onClick={() => void leaveForSignIn().catch(() => location.assign('/'))}>
                {words.signIn}
              </Button>
            )}
          </div>
        </header>
        <main className="sheet" id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <ToastRegion />
    </div>
  );
}

const InspectScreen = lateComponent(() =>
  import('../features/inspect/inspect-screen.tsx').then((module) => module.InspectScreen),
);

/** The token inspector, which needs no sign-in. Signed-in users see it in their usual frame, others in a bare frame. */
export function InspectFrame(): ReactNode {
  const Around = useMe() ? SignedInFrame : BareFrame;
  return (
    <Around>
      <InspectScreen whileLoading={<SkeletonLines />} />
    </Around>
  );
}
