import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { signIn } from '../session/sign-in.ts';
import { useSignInState } from '../session/use-sign-in-state.ts';
import { Page, PageBody } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { LogInIcon } from '../ui/page-icons.tsx';
import { EmptyState } from '../ui/states.tsx';
import { BareFrame } from './bare-frame.tsx';
import { reasonOf, signedOutWords as words } from './words.ts';

/** Nobody is signed in, and it is for the person to say when to try again: the sign-in was refused, or led nowhere. */
export function SignedOutPage(): ReactNode {
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
