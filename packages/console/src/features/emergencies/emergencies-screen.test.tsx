// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { roleOffersQuery } from '../../blocks/roles.ts';
import { preloadDialog } from '../../ui/dialog.tsx';
import { eventually, render } from '../../ui/render.testing.tsx';
import { Offers } from './emergencies-screen.tsx';
import { words } from './words.ts';

beforeAll(async () => {
  await preloadDialog();
});

const offers = vi.hoisted(() => vi.fn());
vi.mock('../../session/client.ts', () => ({ client: { breakGlass: { offers } } }));
vi.mock('../../session/me.ts', () => ({ useSendsMail: () => true }));

/** Renders together with the offers, so the test can wait until both have rendered the error. */
function Status(): ReactNode {
  return `status: ${useQuery(roleOffersQuery).status}`;
}

it('keeps the dialog and the typed reason when refetching the emergency roles fails', async () => {
  const role = { id: '1', name: 'controller', title: '' };
  offers.mockResolvedValueOnce({ items: [{ role, application: { id: 'ledger', name: 'Ledger' }, seconds: 7200 }] });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <Offers />
      <Status />
    </QueryClientProvider>,
  );
  await eventually(() => expect(page.element.textContent).toContain('controller'));
  await page.click(words.take);
  await page.type('take-role-reason', 'The books do not close');
  offers.mockRejectedValueOnce(new Error('unreachable'));
  await act(() => queryClient.invalidateQueries());
  await eventually(() => expect(page.element.textContent).toContain('status: error'));
  const why = document.getElementById('take-role-reason');
  expect(why instanceof HTMLTextAreaElement && why.value).toBe('The books do not close');
});
