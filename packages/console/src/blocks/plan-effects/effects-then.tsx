import type { Plan, PlanEffect } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { type Effect, Effects } from '../../ui/effects.tsx';
import { effectOf, linesOf, type PlanLine } from './plan-line.tsx';
import { unplanned } from './use-plan.ts';
import { words } from './words.ts';

const LINES_SHOWN = 8;
const BRIEF_LINES = 2;

interface EffectsThenProps {
  effects: readonly PlanEffect[];
  at: string;
  /** Shows several effects as two short lines and a button. */
  brief?: boolean | undefined;
}

/** The effects of changes that were made: the access that users and programs gained and lost. */
export function EffectsThen({ effects, at, brief }: EffectsThenProps): ReactNode {
  const [all, setAll] = useState(false);
  const plan = planOf(effects, at);
  const lines = linesOf(plan);
  if (brief && !all && lines.length > 1)
    return (
      <>
        <Effects effects={lines.slice(0, BRIEF_LINES).map((line) => shortOf(thenOf(line, plan)))} />
        <button type="button" className="link small show-effects" onClick={() => setAll(true)}>
          {words.showChanges(lines.length)}
        </button>
      </>
    );
  const shown = all || lines.length <= LINES_SHOWN + 1 ? lines : lines.slice(0, LINES_SHOWN);
  if (lines.length === 0) return <Effects effects={[{ id: 'nothing', kind: 'same', what: words.nothing }]} />;
  return (
    <>
      <Effects effects={shown.map((line) => thenOf(line, plan))} />
      {shown.length < lines.length && (
        <button type="button" className="link small" onClick={() => setAll(true)}>
          {words.moreLines(lines.length - shown.length)}
        </button>
      )}
    </>
  );
}

/** The effects on one page of a list: all lines, in the list's order. */
export function EffectLinesThen({ effects, at }: { effects: readonly PlanEffect[]; at: string }): ReactNode {
  const lines = effects.flatMap((effect, place) =>
    linesOf({ effects: [effect] }).map((line) => ({ ...line, id: `${place} ${line.side}` })),
  );
  return <Effects effects={lines.map((line) => thenOf(line, planOf([], at)))} />;
}

const planOf = (effects: readonly PlanEffect[], at: string): Plan => ({
  version: 0,
  at,
  steps: [],
  digest: '',
  effects: [...effects],
  notEvaluated: [],
});

/** The sentence of an effect, without permissions and names. */
const shortOf = ({ permissions: _permissions, names: _names, ...effect }: Effect): Effect => effect;

/** Converts a line to an effect. Shows the time only if the effect began later than the change. */
function thenOf(line: PlanLine, plan: Plan): Effect {
  const effect = effectOf(line, { plan, changes: unplanned });
  return line.effect.at === plan.at ? { ...effect, word: undefined } : effect;
}
