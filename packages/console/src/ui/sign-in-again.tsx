import { createContext, type ReactNode, useContext, useState } from 'react';
import { Button } from './button.tsx';
import { asProblem, type Problem } from './problem.ts';
import { showToast, type ToastOptions } from './toast.tsx';
import { words } from './words.ts';
import './button.css';

/** Signs the user in again and returns to the current page. The frame provides the function. */
export const SignInAgain = createContext<(() => Promise<unknown>) | undefined>(undefined);

/**
 * Returns a function that gives the sign-in action for a toast, or undefined if the problem does not require a fresh
 * sign-in.
 */
export function useSignInAgainAction(): (problem: Pick<Problem, 'code'>) => ToastOptions['action'] {
  const leave = useContext(SignInAgain);
  return ({ code }) =>
    leave && code === 'sign_in_again' ? { label: words.signInAgain, run: () => void leave().catch(tell) } : undefined;
}

const tell = (error: unknown) => showToast({ tone: 'no', text: asProblem(error).title });

/** A button to sign in again, for a problem that requires a fresh sign-in. Renders nothing for other problems. */
export function SignInAgainButton({ problem }: { problem: Pick<Problem, 'code'> | undefined }): ReactNode {
  const leave = useContext(SignInAgain);
  const [pending, setPending] = useState(false);
  if (!leave || problem?.code !== 'sign_in_again') return null;
  const go = async () => {
    setPending(true);
    await leave().catch((error: unknown) => {
      setPending(false);
      tell(error);
    });
  };
  return (
    <div className="sign-in-again">
      <Button small pending={pending} onClick={() => void go()}>
        {words.signInAgain}
      </Button>
    </div>
  );
}
