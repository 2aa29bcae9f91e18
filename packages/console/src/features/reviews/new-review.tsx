import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import type { ReviewsAddress } from './address.ts';
import { NewReviewPanel } from './new-review-panel.tsx';
import { isPrefilled, prefillQuery } from './prefill.ts';
import { formWords as words } from './words.ts';

/** The form that opens a review, begun with what the address says of it. */
export function NewReview({ address, onClose }: { address: ReviewsAddress; onClose: () => void }): ReactNode {
  const begun = useQuery({ ...prefillQuery(address), enabled: isPrefilled(address) });
  if (!isPrefilled(address)) return <NewReviewPanel onClose={onClose} />;
  if (begun.data) return <NewReviewPanel begin={begun.data} onClose={onClose} />;
  return (
    <Panel title={words.title} onClose={onClose}>
      {begun.error ? (
        <ErrorState small error={begun.error} onRetry={() => void begun.refetch()} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Panel>
  );
}
