// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { MayTake } from './may-take.tsx';

const offers = vi.hoisted(() => ({ items: [] as unknown[] }));
vi.mock('../../session/client.ts', () => ({ client: { breakGlass: { offers: async () => offers } } }));
vi.mock('@tanstack/react-router', () => ({ createLink: (anchor: unknown) => anchor }));

async function shown() {
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MayTake />
    </QueryClientProvider>,
  );
  await act(async () => undefined);
  return page.element;
}

it('says which role I may take at once, where and for how long, and nothing where there is none', async () => {
  expect((await shown()).textContent).toBe('');
  const role = { id: '1', name: 'manager', title: 'Also gives money back' };
  offers.items = [{ role, application: { id: 'shop', name: 'Corner shop' }, seconds: 3600 }];
  const page = await shown();
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(page.textContent).toMatch(/manager in Corner shop.*for 1 hour/);
  });
});
