import type { ReactNode } from 'react';
import { Callout } from '../../ui/callout.tsx';
import type { Plan } from './use-plan.ts';
import { planWords as words } from './words.ts';

/** Above the save button: the number of stopped users, in a sentence. */
export function PlanSummary({ plan: { query, counting } }: { plan: Plan }): ReactNode {
  const { data } = query;
  if (!data || counting) return <Callout live>{words.counting}</Callout>;
  const { counts, present, locksOut } = data;
  if (locksOut)
    return (
      <Callout tone="no" live>
        <b>{words.locksOut}</b>
        <p>{words.locksOutText}</p>
      </Callout>
    );
  return (
    <Callout tone={counts.stopped > 0 ? 'no' : counts.sets_up + counts.grace > 0 ? 'ending' : 'yes'} live>
      <b>{words.stopped(counts.stopped)}</b>
      {counts.sets_up > 0 && <p>{words.setsUp(counts.sets_up)}</p>}
      {counts.grace > 0 && <p>{words.waits(counts.grace)}</p>}
      {present.stopped > 0 && <p>{words.stoppedNow(present.stopped)}</p>}
    </Callout>
  );
}
