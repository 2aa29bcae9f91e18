import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { PlannedChanges } from '../plan-effects/use-plan.ts';
import { draftWords as words } from '../plan-effects/words.ts';
import { addToDraft } from './draft.ts';

interface DraftButtonProps {
  title: string;
  changes: PlannedChanges;
  onAdded: () => void;
}

/**
 * Beside the button that makes a change: adds the change to the draft instead. Hidden if there is no change, or it has
 * no title.
 */
export function DraftButton(of: DraftButtonProps): ReactNode {
  return of.changes.length > 0 && of.title !== '' && <AddButton {...of} />;
}

function AddButton({ title, changes, onAdded }: DraftButtonProps): ReactNode {
  const router = useRouter({ warn: false });
  const add = () => {
    const count = addToDraft(title.replace(/\s*\?$/, ''), changes);
    showToast({
      text: words.added(count),
      action: { label: words.show, run: () => void router.navigate({ to: '/changes' }) },
    });
    onAdded();
  };
  return <Button onClick={add}>{words.add}</Button>;
}
