// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../ui/render.testing.tsx';
import { ToastRegion } from '../ui/toast.tsx';
import { useUndo } from './undo.ts';

function Taken({ run }: { run: () => Promise<unknown> }): ReactNode {
  const { label, run: take } = useUndo()({ run, done: 'The grant is there again.' });
  return (
    <button type="button" onClick={take}>
      {label}
    </button>
  );
}

async function undoing(run: () => Promise<unknown>) {
  const queryClient = new QueryClient();
  const { promise: refreshed, resolve: refresh } = Promise.withResolvers<void>();
  const asked = vi.spyOn(queryClient, 'invalidateQueries').mockReturnValue(refreshed);
  const { click, element } = await render(
    <QueryClientProvider client={queryClient}>
      <Taken run={run} />
      <ToastRegion />
    </QueryClientProvider>,
  );
  await click('Undo');
  return { asked, refresh, said: () => [...element.querySelectorAll('.toast')].at(-1)?.textContent };
}

it('reports the undo only after the screen has refetched', async () => {
  const { asked, refresh, said } = await undoing(async () => undefined);
  expect(asked).toHaveBeenCalledTimes(1);
  // Another test file of this process may have left a toast.
  expect(said() ?? '').not.toContain('The grant is there again.');
  refresh();
  await vi.waitFor(() => expect(said()).toContain('The grant is there again.'));
});

it('reports a failed undo without waiting for the screen, and refetches it', async () => {
  const { asked, said } = await undoing(() => Promise.reject({ title: 'It ended.' }));
  expect(said()).toContain('It ended.');
  expect(asked).toHaveBeenCalledTimes(1);
});
