import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SignedOut } from '../session/require-session.ts';
import { ErrorPage } from '../shell/failure-pages.tsx';
import { BareFrame } from './bare-frame.tsx';
import { SignedOutPage } from './signed-out-page.tsx';

/** Nothing could be loaded, not even who is there; or nobody is. */
export function BareErrorPage(props: ErrorComponentProps): ReactNode {
  if (props.error instanceof SignedOut) return <SignedOutPage />;
  return (
    <BareFrame signIn={false}>
      <ErrorPage {...props} />
    </BareFrame>
  );
}
