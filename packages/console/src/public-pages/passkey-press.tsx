import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { RefusalNote } from './page-form.tsx';
import { type Refusal, Refused } from './send.ts';

/** A step with one button, after which the browser asks for a passkey. */
export function PasskeyPress({
  text,
  label,
  tick,
  act,
}: {
  text: string;
  label: string;
  /** A checkbox above the button. */
  tick?: ReactNode;
  act: () => Promise<void>;
}): ReactNode {
  const { pending, refusal, press } = usePress(act);
  return (
    <>
      {refusal && <RefusalNote problem={refusal} />}
      <p className="text-muted">{text}</p>
      {tick}
      <Button kind="primary" wide autoFocus pending={pending} onClick={press}>
        {label}
      </Button>
    </>
  );
}

/** The state of a button: whether its action is running, and why the last run failed. */
interface Press {
  readonly pending: boolean;
  readonly refusal: Refusal | undefined;
  readonly press: () => void;
}

/** Runs an action when a button is pressed, and stores its refusal for display. */
export function usePress(act: () => Promise<void>): Press {
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const press = async () => {
    setPending(true);
    setRefusal(undefined);
    try {
      await act();
    } catch (error) {
      if (error instanceof Refused) setRefusal(error.problem);
    }
    setPending(false);
  };
  return { pending, refusal, press: () => void press() };
}
