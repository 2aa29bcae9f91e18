// @vitest-environment jsdom
import type { PolicyPlan } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { PlanSummary } from './plan-panel.tsx';
import { type Planner, usePlan } from './use-plan.ts';

const counted = (stopped: number): PolicyPlan => {
  const counts = { stopped, sets_up: 0, grace: 0, no_recovery: 0 };
  return {
    items: [],
    next: null,
    total: 0,
    atLeast: false,
    people: 8,
    counts,
    present: counts,
    locksOut: false,
    namesShown: true,
  };
};

it('after a change of the rules, the plan says that it is counting instead of showing the previous result', async () => {
  let come: (plan: PolicyPlan) => void = () => undefined;
  const plan = vi.fn(({ body }: { body: { demand: boolean } }) =>
    body.demand ? new Promise<PolicyPlan>((resolve) => (come = resolve)) : Promise.resolve(counted(0)),
  );
  const planner = { key: 'rules', plan } satisfies Planner<{ demand: boolean }>;
  function Rules(): ReactNode {
    const [demand, setDemand] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setDemand(true)}>
          Demand
        </button>
        <PlanSummary plan={usePlan(planner, { demand }, true)} />
      </>
    );
  }
  const { element, click } = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Rules />
    </QueryClientProvider>,
  );
  const says = (text: string) =>
    vi.waitFor(async () => {
      await act(async () => undefined);
      expect(element.textContent).toContain(text);
    });
  await says('Nobody would be stopped.');
  await click('Demand');
  expect(element.textContent, 'at once, before anything is asked').toContain('Checking who would be stopped…');
  await vi.waitFor(() => expect(plan).toHaveBeenCalledTimes(2));
  await act(async () => come(counted(8)));
  await says('8 people would be stopped at their next sign-in.');
});
