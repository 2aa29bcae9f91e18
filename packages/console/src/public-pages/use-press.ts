import { useState } from 'react';
import { type Refusal, Refused } from './send.ts';

/** The state of a button: whether it is busy, and why its last press failed. */
export interface Press {
  readonly pending: boolean;
  readonly refusal: Refusal | undefined;
  readonly press: () => void;
}

/** Runs an action when a button is pressed, and keeps its refusal. */
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
