import { limits } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EffectsThen } from '../../blocks/plan-effects/effects-then.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { linesPlanQuery } from './queries.ts';
import { reviewWords as words } from './words.ts';
import '../../ui/section.css';

/** Lines that are decided together. */
export interface Several {
  review: string;
  lines: readonly number[];
}

/** What closing would change by them, by name, if they were revoked, or shortened where an end is given. */
export function LinesPlan({ review, lines, ends }: Several & { ends?: Date }): ReactNode {
  const isTooMany = lines.length > limits.planChangesMax.value;
  const plan = useQuery({ ...linesPlanQuery(review, lines, ends), enabled: !isTooMany });
  if (isTooMany) return <p className="text-muted">{words.tooManyToPlan}</p>;
  return (
    <section aria-live="polite" aria-busy={plan.isFetching} aria-label={words.atClosing}>
      <div className="section-head">
        <h3>{words.atClosing}</h3>
      </div>
      {plan.data ? (
        <EffectsThen effects={plan.data.effects} at={plan.data.at} />
      ) : plan.error ? (
        <ErrorState small error={plan.error} onRetry={() => void plan.refetch()} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </section>
  );
}
