// @vitest-environment jsdom
import type { Grant } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../ui/render.testing.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

vi.mock('../session/client.ts', () => ({
  client: { applications: { get: async () => ({ id: 'ledger', name: 'Ledger' }) } },
}));

it('calls the application as people do, also in a sentence', async () => {
  const grant = {
    id: '3',
    application: 'ledger',
    gives: { kind: 'role', id: '1', name: 'clerk', title: '' },
    principal: { kind: 'user', id: '2', name: 'Maya' },
  } as unknown as Grant;
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RevokeDialog grant={grant} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const sentence = 'Maya no longer holds clerk in Ledger by this grant';
  await act(() => vi.waitFor(() => expect(document.body.textContent).toContain(sentence)));
});
