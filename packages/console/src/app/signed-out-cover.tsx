import type { ReactNode } from 'react';
import { signIn } from '../session/sign-in.ts';
import { useSignInState } from '../session/sign-in-state.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Spinner } from '../ui/icon.tsx';
import { reasonOf, signedOutWords as words } from './words.ts';

export interface SignedOutCoverProps {
  /** Whether the user is signed out. Otherwise the token has expired and is being renewed. */
  out: boolean;
  /** Whether the screen contains unsent input. */
  typed: boolean;
  /** Whether the sign-out that the user requested did not reach the server. */
  failed: boolean;
  onSignOut: () => void;
}

/** Covers a screen while the token is not valid: hides the content, shows the reason, and keeps the screen's state. */
export function SignedOutCover({ out, typed, failed, onSignOut }: SignedOutCoverProps): ReactNode {
  const reason = reasonOf(useSignInState());
  const keepsInput = typed && reason !== undefined;
  const here = () => void signIn().catch(() => undefined);
  return (
    <Dialog
      open
      cover
      role="alertdialog"
      title={out ? words.title : words.renewing}
      onClose={() => {}}
      foot={
        keepsInput ? (
          <>
            <Button onClick={here}>{words.signInHere}</Button>
            <Button kind="primary" onClick={() => window.open(location.href, '_blank', 'noopener')}>
              {words.newTab}
            </Button>
          </>
        ) : reason !== undefined ? (
          <Button kind="primary" onClick={here}>
            {words.signInAgain}
          </Button>
        ) : (
          failed && (
            <Button kind="primary" onClick={onSignOut}>
              {words.outAgain}
            </Button>
          )
        )
      }
    >
      <p>{out ? (reason ?? (failed ? words.notLeft : <Spinner label={words.leaving} />)) : words.waits}</p>
      {keepsInput && <p>{words.kept}</p>}
    </Dialog>
  );
}
