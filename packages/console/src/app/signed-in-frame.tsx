import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWaitingCount } from '../blocks/waiting-count.ts';
import { Frame } from '../shell/frame.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useConsoleContext } from './console-context.ts';

/** The frame, for whoever is signed in. */
export function SignedInFrame({ children }: { children?: ReactNode }): ReactNode {
  useWaitingCount();
  return <Frame context={useConsoleContext()}>{children ?? <Outlet />}</Frame>;
}

/** Before it is known who is there. */
export function Waiting(): ReactNode {
  return (
    <div className="waiting">
      <Spinner label="Signing you in" />
    </div>
  );
}
