import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { RefusalNote } from './page-form.tsx';
import { usePress } from './use-press.ts';

/** A step with one button, after which the browser asks for a passkey. */
export function PasskeyPress({
  text,
  label,
  tick,
  act,
}: {
  text: string;
  label: string;
  /** A choice above the button. */
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
