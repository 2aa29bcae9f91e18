import type { PlanOutcome, PolicyPlan } from '@licet/contract';
import type { ReactNode } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { Skeleton } from '../../ui/states.tsx';
import { type StatusKind, StatusTag } from '../../ui/status.tsx';
import { planWords as words } from './words.ts';
import './outcome-table.css';

/** How the outcomes look, worst first. */
export const statusOf: Readonly<Record<PlanOutcome, StatusKind>> = {
  stopped: 'no',
  sets_up: 'waiting',
  grace: 'ending',
  no_recovery: 'unused',
};

/** How many come to what, beside how many do now; a press lists them. */
export function OutcomeTable({
  plan: { counts, present },
  changed,
  counting,
  outcome,
  onChoose,
}: {
  plan: PolicyPlan;
  changed: boolean;
  /** How many it will be is not known yet. */
  counting: boolean;
  outcome: PlanOutcome | undefined;
  onChoose: (outcome: PlanOutcome | undefined) => void;
}): ReactNode {
  return (
    <table className="outcome-table" aria-label={words.outcomesLabel}>
      <thead>
        <tr>
          <th scope="col">{words.outcome}</th>
          {changed && <th scope="col">{words.would}</th>}
          <th scope="col">{words.now}</th>
        </tr>
      </thead>
      <tbody>
        {(Object.keys(statusOf) as PlanOutcome[]).map((one) => (
          <tr key={one} className={one === outcome ? 'chosen' : undefined}>
            <th scope="row">
              <button
                type="button"
                aria-pressed={one === outcome}
                onClick={() => onChoose(one === outcome ? undefined : one)}
              >
                <StatusTag kind={statusOf[one]}>{words.outcomes[one]}</StatusTag>
                <span className="hint">{words.meanings[one]}</span>
              </button>
            </th>
            {changed && <td>{counting ? <Skeleton width={18} /> : <b>{formatNumber(counts[one])}</b>}</td>}
            <td className={changed ? 'text-faint' : undefined}>{formatNumber(present[one])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
