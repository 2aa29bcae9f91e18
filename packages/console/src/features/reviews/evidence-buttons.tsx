import type { Review } from '@licet/contract';
import type { ReactNode } from 'react';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { language } from '../../ui/language.ts';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toast.tsx';
import { reviewWords as words } from './words.ts';

/**
 * Downloads the evidence of a closed review: as a PDF that contains everything, or as CSV with a separate signature.
 */
export function EvidenceButtons({ review }: { review: Review }): ReactNode {
  const params = { review: review.id };
  const savePdf = useSaving(async () => {
    const pages = await client.reviews.evidencePdf({ params, query: { language: language === 'de' ? 'de' : 'en' } });
    const name = `review-${review.closedNo}.pdf`;
    saveFile(await pages.blob(), name);
    showToast({ text: words.evidencePdfSaved(name) });
  });
  const saveCsv = useSaving(async () => {
    const made = await client.reviews.evidence({ params });
    const bytes = Uint8Array.from(atob(made.content), (character) => character.charCodeAt(0));
    saveFile(new Blob([bytes], { type: made.type }), made.name);
    saveFile(new Blob([`${made.signature}\n`], { type: 'application/jose' }), `${made.name}.jws`);
    showToast({ text: words.evidenceSaved(made.name) });
  });
  return (
    <>
      <Button pending={savePdf.pending} onClick={savePdf.run}>
        {words.evidencePdf}
      </Button>
      <Button pending={saveCsv.pending} onClick={saveCsv.run}>
        {words.evidence}
      </Button>
    </>
  );
}

const useSaving = (save: () => Promise<void>) =>
  useAction(save, (problem) => showToast({ text: problem.detail ?? problem.title, tone: 'no' }));
