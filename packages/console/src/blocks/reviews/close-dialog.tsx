import type { Review, ReviewPlan } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { client } from '../../session/client.ts';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { closingQuery } from './queries.ts';
import { words } from './words.ts';

/** Closes a review, after showing which users lose which access. */
export function CloseDialog({ review, onClose }: { review: Review; onClose: () => void }): ReactNode {
  // Do not refetch the effects while the review is being closed: a closed review has none.
  const [asked, setAsked] = useState(true);
  const { data: plan, error, refetch } = useQuery({ ...closingQuery(review.id), enabled: asked });
  return (
    <ConfirmDialog
      title={words.closeTitle(review.name)}
      action={words.closeAction}
      final
      notInDraft
      {...(plan ? { changes: plan.steps } : { idle: words.counting })}
      run={async () => {
        if (!plan) return false;
        setAsked(false);
        try {
          return await client.reviews.close({ params: { review: review.id }, body: { digest: plan.digest } });
        } catch (refused) {
          setAsked(true);
          throw refused;
        }
      }}
      done={words.closeDone(review.name)}
      onClose={onClose}
    >
      {error ? (
        <ErrorState small error={error} onRetry={() => void refetch()} />
      ) : plan ? (
        <Summary review={review} plan={plan} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </ConfirmDialog>
  );
}

function Summary({ review, plan }: { review: Review; plan: ReviewPlan }): ReactNode {
  const { outcome, steps, changes } = plan;
  return (
    <>
      <p>{words.closeText(outcome.revoked, outcome.shortened)}</p>
      {outcome.undecided > 0 && <p>{words.closeRule[review.undecided](outcome.undecided)}</p>}
      {outcome.gone > 0 && <p>{words.closeGone(outcome.gone)}</p>}
      {changes > steps.length && <p>{words.closePart(steps.length, changes)}</p>}
    </>
  );
}
