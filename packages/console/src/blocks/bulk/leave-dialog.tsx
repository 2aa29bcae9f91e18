import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BulkWork } from '../../ui/bulk-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { words } from './words.ts';

/** Asks before the user leaves the screen while work is in progress that leaving would cancel. */
export function LeaveDialog({ work }: { work: BulkWork }): ReactNode {
  const { status, proceed, reset } = useBlocker({
    // A change of the filter does not leave the screen. A change of the instant ends the selection and its work.
    shouldBlockFn: ({ current, next }) =>
      work.onCancel !== undefined &&
      (current.pathname !== next.pathname || instantOf(current.search) !== instantOf(next.search)),
    enableBeforeUnload: true,
    withResolver: true,
  });
  return (
    status === 'blocked' && (
      <Dialog
        open
        onClose={reset}
        title={words.leaveTitle}
        foot={
          <>
            <Button onClick={proceed}>{words.leave}</Button>
            <Button kind="primary" autoFocus onClick={reset}>
              {words.stay}
            </Button>
          </>
        }
      >
        <p>{words.leaveText(work.label)}</p>
      </Dialog>
    )
  );
}

/** The parameter of the address that chooses the shown instant. */
const instantOf = (search: object): unknown => Reflect.get(search, 'at');
