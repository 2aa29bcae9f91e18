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
 * Adds a change to the draft; shown beside the button that makes the change directly. Hidden without a change or a
 * title.
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
