import type { PolicyPlan } from '@licet/contract';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { planWords as words } from './words.ts';

/** Asks once more, with the number of those who would be stopped. */
export function StoppedDialog({
  plan,
  text = words.saveText,
  onSave,
  onClose,
}: {
  /** Missing when it could not be told. */
  plan: PolicyPlan | undefined;
  /** What becomes of them, where it is not what the organisation's rules do. */
  text: string | undefined;
  onSave: () => void;
  onClose: () => void;
}): ReactNode {
  const stopped = plan?.counts.stopped ?? 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={plan ? words.saveQuestion(stopped) : words.saveUntold}
      foot={
        <>
          <Button onClick={onClose}>{words.back}</Button>
          <Button kind="primary" onClick={onSave}>
            {plan ? words.saveAnyway(stopped) : words.saveUntoldAction}
          </Button>
        </>
      }
    >
      <p>{plan ? text : words.saveUntoldText}</p>
      {plan && plan.present.stopped > 0 && <p>{words.stoppedNow(plan.present.stopped)}</p>}
    </Dialog>
  );
}
