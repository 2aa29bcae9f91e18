import type { Plan } from '@licet/contract';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { type Effect, Effects } from '../../ui/effects.tsx';
import { formatList } from '../../ui/format.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { asProblem, type Problem } from '../../ui/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { effectOf, idleBecause, linesOf, sumsOf } from './plan-line.tsx';
import type { AskedPlan, PlannedChanges } from './use-plan.ts';
import { words } from './words.ts';
import '../../ui/section.css';
import './plan-effects.css';

export interface PlanEffectsProps {
  asked: AskedPlan;
  /**
   * Explains why the button does nothing if the plan could not be computed. If set, the button requires a plan, because
   * the changes are irreversible.
   */
  waits?: string | undefined;
  /**
   * Returns the name of a change by its index, shown with the change's refusal. Needed if there are several changes.
   */
  called?: ((place: number) => string) | undefined;
}

const LINES_SHOWN = 5;
const REFUSALS_SHOWN = 3;

/**
 * The effects of changes before they are made: the access that users and programs gain, lose and keep, and the refused
 * changes.
 */
export function PlanEffects({ asked, waits, called }: PlanEffectsProps): ReactNode {
  const { plan, problem, asking, changes } = asked;
  const { box, height } = useHeight(plan !== undefined);
  if (changes.length === 0) return null;
  const sums = plan && sumsOf(plan);
  return (
    <section className="plan-effects" aria-live="polite" aria-busy={asking} aria-label={words.title}>
      <div className="section-head">
        <h3>{words.title}</h3>
        {sums && <span className="number">{words.sums(sums.gain, sums.lose)}</span>}
      </div>
      <div ref={box} className="plan-box" style={plan ? undefined : { minHeight: height }}>
        {plan ? (
          <Answer plan={plan} changes={changes} called={called} />
        ) : problem ? (
          <Unknown problem={problem} waits={waits} onRetry={asked.retry} />
        ) : (
          <Asking />
        )}
      </div>
    </section>
  );
}

/** The default of `waits` for irreversible changes. */
export const finalWaits = () => words.unknownFinal;

/** Returns the reason why a button that makes the changes does nothing yet. For `waits` see {@link PlanEffects}. */
export function idleWords(asked: AskedPlan, waits: string | undefined): string | undefined {
  const because = idleBecause(asked, waits !== undefined);
  return because && { asking: words.askingYet, unknown: waits, refused: words.refused }[because];
}

function Answer({
  plan,
  changes,
  called,
}: {
  plan: Plan;
  changes: PlannedChanges;
  called: PlanEffectsProps['called'];
}): ReactNode {
  const lines = linesOf(plan);
  const still = stillNamed(plan);
  const refusals = plan.steps.flatMap(({ refused }, place) =>
    refused ? [{ place, problem: asProblem(refused) }] : [],
  );
  const isAllRefused = refusals.length === plan.steps.length;
  const nothing: Effect = {
    id: 'nothing',
    kind: 'same',
    what: refusals.length > 0 ? words.nothingElse : words.nothing,
  };
  return (
    <>
      <Folded of={refusals} most={REFUSALS_SHOWN} more={words.refusedMore}>
        {(shown) =>
          shown.map(({ place, problem }) => (
            <ProblemNote
              key={place}
              problem={called ? { ...problem, title: words.refusedOne(called(place), problem.title) } : problem}
            />
          ))
        }
      </Folded>
      {refusals.length === 0 && changes.some(({ call }) => separated.has(call)) && (
        <p className="small text-muted plan-apart">
          <CheckIcon small />
          {words.breaksNoRule}
        </p>
      )}
      {still.length > 0 && <Effects effects={still} />}
      {lines.length > 0 ? (
        <Folded of={lines} most={LINES_SHOWN} more={words.moreLines}>
          {(shown) => <Effects effects={shown.map((line) => effectOf(line, { plan, changes }))} />}
        </Folded>
      ) : (
        !isAllRefused && still.length === 0 && <Effects effects={[nothing]} />
      )}
      {plan.notEvaluated.length > 0 && (
        <p className="small text-faint">
          {words.notEvaluated(formatList(plan.notEvaluated.map((aspect) => words.aspects[aspect])))}
        </p>
      )}
    </>
  );
}

/** The changes that a separation rule can refuse. A plan without a refusal breaks no rule. */
const separated: ReadonlySet<PlannedChanges[number]['call']> = new Set([
  'grants.create',
  'grants.update',
  'groups.addMember',
]);

/** Shows the first items, and a button for the others. Shows all items if only one exceeds the limit. */
function Folded<T>({
  of,
  most,
  more,
  children,
}: {
  of: readonly T[];
  most: number;
  more: (count: number) => string;
  children: (shown: readonly T[]) => ReactNode;
}): ReactNode {
  const [all, setAll] = useState(false);
  if (of.length === 0) return null;
  const isFolded = !all && of.length > most + 1;
  return (
    <>
      {children(isFolded ? of.slice(0, most) : of)}
      {isFolded && (
        <button type="button" className="link small" onClick={() => setAll(true)}>
          {more(of.length - most)}
        </button>
      )}
    </>
  );
}

function Unknown({
  problem,
  waits = words.unknownSafe,
  onRetry,
}: {
  problem: Problem;
  waits: string | undefined;
  onRetry: () => void;
}): ReactNode {
  return (
    <Callout>
      <b>{words.unknown}</b> {problem.detail ?? problem.title}
      <p>{waits}</p>
      <Button small onClick={onRetry}>
        {words.retry}
      </Button>
    </Callout>
  );
}

/** A placeholder of the height of one line. */
function Asking(): ReactNode {
  return (
    <ul className="effects" aria-label={words.asking}>
      <li className="same tall">
        <Skeleton width={20} />
        <div>
          <Skeleton width={230} />
          <div className="names">
            <Skeleton width={160} />
          </div>
        </div>
        <span />
      </li>
    </ul>
  );
}

/** Keeps the height of the last plan while the next one is computed, so that nothing below moves. */
function useHeight(isAnswered: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!isAnswered || !element) return;
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isAnswered]);
  return { box, height };
}

/** Returns the roles, as `application/role`, whose policies still name the user after the planned hand-over. */
export const keptBy = (plan: Plan | undefined): ReadonlySet<string> =>
  new Set(plan?.steps.flatMap(({ record }) => (record && isKept(record.after) ? record.after.kept : [])));

/** Returns a line for each hand-over, with the roles whose policies still name the user. */
const stillNamed = ({ steps }: Plan): Effect[] =>
  steps.flatMap(({ record }, place) => {
    if (record?.action !== 'user.handed_over' || !isKept(record.after)) return [];
    const { kept, handedTo } = record.after;
    return [
      {
        id: `still-named-${place}`,
        kind: 'same' as const,
        what: words.stillNamed(record.target.name, formatList(kept)),
        names: words.stillNamedWhy(record.target.name, handedTo),
      },
    ];
  });

/** Whether a record belongs to a hand-over after which policies still name the user. */
const isKept = (after: unknown): after is { readonly kept: readonly string[]; readonly handedTo: string } =>
  typeof after === 'object' && after !== null && 'kept' in after && 'handedTo' in after;
