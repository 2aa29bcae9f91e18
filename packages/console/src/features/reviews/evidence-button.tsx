import type { Review } from '@licet/contract';
import type { ReactNode } from 'react';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toast.tsx';
import { reviewWords as words } from './words.ts';

/** Saves the evidence of a closed review, and its signature beside it. */
export function EvidenceButton({ review }: { review: Review }): ReactNode {
  const save = useAction(
    async () => {
      const made = await client.reviews.evidence({ params: { review: review.id } });
      const bytes = Uint8Array.from(atob(made.content), (character) => character.charCodeAt(0));
      saveFile(new Blob([bytes], { type: made.type }), made.name);
      saveFile(new Blob([`${made.signature}\n`], { type: 'application/jose' }), `${made.name}.jws`);
      showToast({ text: words.evidenceSaved(made.name) });
    },
    (problem) => showToast({ text: problem.detail ?? problem.title, tone: 'no' }),
  );
  return (
    <Button pending={save.pending} onClick={save.run}>
      {words.evidence}
    </Button>
  );
}
