// @vitest-environment jsdom
import type { Grant } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { Ending } from './ending.tsx';

vi.mock('../../session/client.ts', () => ({
  client: { applications: { get: async () => ({ id: 'ledger', name: 'Ledger' }) } },
}));
vi.mock('../../session/may.ts', () => ({ useMay: () => ({ may: () => false, mayIn: () => false }) }));
vi.mock('@tanstack/react-router', () => ({ createLink: (anchor: unknown) => anchor }));

it('names in sight whose grant ends, beside their initial', async () => {
  const gives = { kind: 'role', id: '1', name: 'approver', title: '' };
  const principal = { kind: 'user', id: '2', name: 'Maya Lindqvist' };
  const grant = { id: '3', application: 'ledger', gives, principal, ends: new Date().toISOString() };
  const { element } = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Ending ending={{ items: [{ kind: 'grant', grant: grant as unknown as Grant }], total: 1 }} />
    </QueryClientProvider>,
  );
  for (const hidden of element.querySelectorAll('.visually-hidden')) hidden.remove();
  expect(element.textContent).toContain('Maya Lindqvist');
});
