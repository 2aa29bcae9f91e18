import { useEffect, useRef, useState } from 'react';

const TYPING_PAUSE_MS = 180;

/** The text of a search field: shown immediately, passed on after a pause. Takes over other changes of the address. */
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
