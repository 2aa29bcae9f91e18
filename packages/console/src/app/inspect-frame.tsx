import { lazy, type ReactNode, Suspense } from 'react';
import { useMe } from '../session/me.ts';
import { SkeletonLines } from '../ui/states.tsx';
import { BareFrame } from './bare-frame.tsx';
import { SignedInFrame } from './signed-in-frame.tsx';

const InspectScreen = lazy(() =>
  import('../features/inspect/inspect-screen.tsx').then((module) => ({ default: module.InspectScreen })),
);

/** The token inspector, which needs no sign-in: in the frame of a signed-in user, or in a bare frame. */
export function InspectFrame(): ReactNode {
  const Around = useMe() ? SignedInFrame : BareFrame;
  return (
    <Around>
      <Suspense fallback={<SkeletonLines />}>
        <InspectScreen />
      </Suspense>
    </Around>
  );
}
