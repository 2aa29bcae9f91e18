// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { expect, it } from 'vitest';
import { eventually, render } from '../../ui/render.testing.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { ToastRegion } from '../../ui/toast.tsx';
import { words as uiWords } from '../../ui/words.ts';
import { watchFailedCalls } from './failed-calls.ts';
import { words } from './words.ts';

const failure = (status: number) => ({
  problem: { title: 'Something went wrong in Licet.', code: 'internal', status },
});

/**
 * Renders a page with one call. With `silent` the call is for roles and the page does not show its failure; otherwise
 * it is for users and the page shows its failure.
 */
async function page(status: number, silent = true) {
  let fails = true;
  const answer = () => (fails ? Promise.reject(failure(status)) : Promise.resolve('answered'));
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const Silent = (): ReactNode => useQuery<string>({ queryKey: ['roles'], queryFn: answer }).data ?? 'no roles yet';
  const Shown = (): ReactNode => {
    const { data, error } = useQuery<string>({ queryKey: ['users'], queryFn: answer });
    return error ? <ErrorState error={error} /> : data;
  };
  watchFailedCalls(queryClient);
  const rendered = await render(
    <QueryClientProvider client={queryClient}>
      {silent ? <Silent /> : <Shown />}
      <ToastRegion />
    </QueryClientProvider>,
  );
  return {
    ...rendered,
    queryClient,
    text: () => document.body.textContent,
    repair: () => {
      fails = false;
    },
    breakDown: () => {
      fails = true;
    },
  };
}

it('reports a failed call that no component shows, and repeats it on request', async () => {
  const { text, click, repair } = await page(500);
  await eventually(() => expect(text()).toContain(words.missing([words.of.roles])));
  expect(text()).toContain('Something went wrong in Licet.');
  repair();
  await click(uiWords.retry);
  await eventually(() => expect(text()).toContain('answered'));
  expect(text()).not.toContain(uiWords.retry);
});

it('keeps the data and says that they are old when a renewal fails, until a renewal succeeds', async () => {
  const { text, repair, breakDown, queryClient } = await page(500);
  repair();
  await act(() => queryClient.refetchQueries());
  await eventually(() => expect(text()).toBe('answered'));
  breakDown();
  await act(() => queryClient.refetchQueries());
  await eventually(() => expect(text()).toContain(words.old([words.of.roles])));
  expect(text()).toContain('answered');
  repair();
  await act(() => queryClient.refetchQueries());
  await eventually(() => expect(text()).toBe('answered'));
});

it('reports no call whose failure the page shows', async () => {
  const { text, queryClient } = await page(500, false);
  await eventually(() => expect(text()).toContain('Something went wrong in Licet.'));
  await act(() => queryClient.refetchQueries());
  await eventually(() => expect(text()).toContain('Something went wrong in Licet.'));
  expect(text()).not.toContain(words.missing([words.of.users]));
});

it('reports no refusal, because another try would be refused too', async () => {
  const { text, queryClient } = await page(403);
  await eventually(() => expect(queryClient.getQueryState(['roles'])?.status).toBe('error'));
  await act(() => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))));
  expect(text()).toBe('no roles yet');
});
