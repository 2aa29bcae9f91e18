import { useEffect, useRef, useState } from 'react';

const TYPING_PAUSE_MS = 180;

/**
 * Returns the text of a search field and its setter. Typed text is shown immediately and applied after a pause. If the
 * address changes for another reason, its text replaces the typed one.
 */
export function useTyped(
  inAddress: string,
  apply: (typed: string) => void,
): [typed: string, type: (typed: string) => void] {
  const [typed, setTyped] = useState(inAddress);
  const sent = useRef(inAddress);
  const latest = useRef(apply);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    latest.current = apply;
  });
  useEffect(() => {
    if (inAddress === sent.current) return;
    sent.current = inAddress;
    setTyped(inAddress);
  }, [inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (next: string) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = next.trim();
      latest.current(sent.current);
    }, TYPING_PAUSE_MS);
  };
  return [typed, type];
}
