import type { AccessRequest } from '@licet/contract';
import type { ReactNode } from 'react';
import { useAction } from '../../blocks/use-action.ts';
import { useAsOf } from '../../session/as-of.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { besideWords as words } from './words.ts';

/** Takes an approval back, as the version that was read; then says so. */
export async function undoApproval({ id, version, user }: AccessRequest): Promise<void> {
  await client.requests.undo({ params: { request: id }, ifMatch: version });
  showToast({ text: words.undone(user.name) });
}

/** The button that takes an approval back, for as long as it does. */
export function UndoApproval({ request }: { request: AccessRequest }): ReactNode {
  const undo = useAction(() => undoApproval(request));
  const now = useNow();
  const { undoUntil } = request;
  const asOf = useAsOf();
  if (undoUntil === null || asOf !== undefined || new Date(undoUntil) <= now) return null;
  return (
    <div className="request-links">
      <Button pending={undo.pending} onClick={undo.run}>
        {words.undo}
      </Button>
      <span className="text-faint small">
        {words.undoUntil} <Time at={undoUntil} />
      </span>
      {undo.problem && <ProblemNote problem={undo.problem} />}
    </div>
  );
}
