// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../ui/render.testing.tsx';
import { useAction } from './use-action.ts';

function Press({ work, onProblem }: { work: () => Promise<void>; onProblem?: () => void }): ReactNode {
  const { run, pending, problem } = useAction(work, onProblem);
  return (
    <>
      <button type="button" onClick={run}>
        Press
      </button>
      <output>{pending ? 'pending' : (problem?.title ?? 'idle')}</output>
    </>
  );
}

async function pressing(work: () => Promise<void>, onProblem?: () => void) {
  const queryClient = new QueryClient();
  const refreshed = vi.spyOn(queryClient, 'invalidateQueries');
  const rendered = await render(
    <QueryClientProvider client={queryClient}>
      <Press work={work} {...(onProblem && { onProblem })} />
    </QueryClientProvider>,
  );
  return { ...rendered, refreshed, said: () => rendered.element.querySelector('output')?.textContent };
}

it('an action never runs twice at the same time, and refetches visible queries afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = vi.fn(() => promise);
  const { click, said, refreshed } = await pressing(work);
  await click('Press');
  await click('Press');
  expect([work.mock.calls.length, said(), refreshed.mock.calls.length]).toEqual([1, 'pending', 0]);
  resolve();
  await vi.waitFor(() => expect([said(), refreshed.mock.calls.length]).toEqual(['idle', 1]));
});

it('an action shows why it failed until the next run', async () => {
  const onProblem = vi.fn();
  const work = vi.fn<() => Promise<void>>().mockRejectedValueOnce({ title: 'No.' }).mockResolvedValue();
  const { click, said, refreshed } = await pressing(work, onProblem);
  await click('Press');
  expect([said(), onProblem.mock.calls.length, refreshed.mock.calls.length]).toEqual(['No.', 1, 0]);
  await click('Press');
  expect([said(), refreshed.mock.calls.length]).toEqual(['idle', 1]);
});
