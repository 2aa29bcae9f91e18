// @vitest-environment jsdom
import type { PlanEffect } from '@licet/contract';
import { expect, it } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { EffectLinesThen, EffectsThen } from './effects-then.tsx';
import { PlanEffects } from './plan-effects.tsx';
import { effectOf, lostLines, sentenceOf } from './plan-line.tsx';

const none = { roles: [], permissions: [] };
const at = '2026-11-23T00:00:00.000000Z';
const later = '2026-12-03T00:00:00.000000Z';
const direct = { roles: [], permissions: ['export'] };
const effect = (more: Partial<PlanEffect>): PlanEffect => ({
  application: { id: 'ledger', name: 'Ledger' },
  at,
  gains: none,
  loses: none,
  keeps: [],
  keptBy: none,
  count: 1,
  holders: [{ kind: 'user', id: 'ada', name: 'Ada' }],
  ...more,
});
// A permission leaves a role, and another grant of the permission ends later.
const effects = [effect({ keeps: ['export'], keptBy: direct }), effect({ at: later, loses: direct })];
const plan = { version: 0, at, steps: [], digest: 'x', effects, notEvaluated: [] };

/** Expects the loss with its date, and nothing that contradicts it. */
function expectLoss(element: HTMLElement): void {
  expect(element.textContent).toContain('Ada loses export in Ledger');
  expect(element.textContent).not.toContain('Ada keeps');
  expect(element.querySelector('time')?.dateTime).toBe(new Date(later).toISOString());
}

it('a plan shows the later loss with its date, and by what the access is kept until then', async () => {
  const asked = {
    plan,
    changes: [{ call: 'roles.update' }],
    problem: undefined,
    asking: false,
    retry: () => undefined,
  };
  const { element } = await render(<PlanEffects asked={asked as never} />);
  expectLoss(element);
  expect(element.textContent).toContain('Until then granted directly');
  expect(element.querySelector('.section-head')?.textContent).toContain('nobody gains, 1 loses');
});

it('the effects of changes that were made show the later loss with its date', async () => {
  const { element } = await render(<EffectsThen effects={effects} at={at} />);
  expectLoss(element);
});

it('a page of effects shows the later loss with its date', async () => {
  const { element } = await render(<EffectLinesThen effects={effects.slice(1)} at={at} />);
  expectLoss(element);
});

it('a plan that changed names the later loss that it no longer has', async () => {
  const lost = lostLines(plan, { at, effects: [] });
  expect(lost).toHaveLength(1);
  const shown = lost.map((line) => effectOf(line, { plan, changes: [] as never }));
  const { element } = await render(
    shown.map(({ id, what, word }) => (
      <p key={id}>
        {what} {word}
      </p>
    )),
  );
  expectLoss(element);
});

it('a single sentence about a later loss has its date', async () => {
  const [line] = lostLines(plan, { at, effects: [] });
  const { element } = await render(<p>{line && sentenceOf(line, plan)}</p>);
  expectLoss(element);
});
