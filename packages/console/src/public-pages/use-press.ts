import { useState } from 'react';
import { type Refusal, Refused } from './send.ts';

/** What a button is doing, and why nothing came of its last press. */
export interface Press {
  readonly pending: boolean;
  readonly refusal: Refusal | undefined;
  readonly press: () => void;
}

/** Does something when a button is pressed; a refusal is kept to be shown. */
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
