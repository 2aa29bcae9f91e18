// @vitest-environment jsdom
import type { Grant, Plan } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeAll, expect, it, vi } from 'vitest';
import { preloadDialog } from '../ui/dialog.tsx';
import { eventually, render } from '../ui/render.testing.tsx';
import { RevokeDialog } from './grant-dialogs.tsx';

beforeAll(async () => {
  await preloadDialog();
});

const none = { roles: [], permissions: [] };
const at = '2026-11-23T00:00:00.000000Z';
const maya = { kind: 'user', id: '2', name: 'Maya' } as const;
// The role has 13 permissions, and the user keeps 11 of them by another path.
const effect = {
  application: { id: 'ledger', name: 'Ledger' },
  at,
  gains: none,
  loses: { roles: ['approver'], permissions: ['invoices.pay', 'invoices.refund'] },
  keeps: Array.from({ length: 11 }, (_, place) => `reports.${String.fromCharCode(97 + place)}`),
  keptBy: { roles: ['clerk'], permissions: [] },
  count: 1,
  holders: [maya],
};
const answer = vi.hoisted(() => Promise.withResolvers<unknown>());
vi.mock('../session/client.ts', () => ({ client: { plans: { make: () => answer.promise } } }));

it('the revoke dialog shows no number until the plan arrives, and then the lost permissions', async () => {
  const gives = { kind: 'role', id: '1', name: 'approver', title: '' };
  const grant = { id: '3', application: 'ledger', gives, principal: maya, state: 'active' } as unknown as Grant;
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RevokeDialog grant={grant} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  expect(document.body.textContent).toContain('Maya');
  expect(document.body.textContent).not.toMatch(/\d/);
  answer.resolve({
    at,
    digest: '',
    steps: [{ refused: null, record: null }],
    effects: [effect],
    notEvaluated: [],
  } as unknown as Plan);
  await eventually(() => expect(document.body.textContent).toContain('Maya loses 2 permissions in Ledger'));
  expect(document.body.textContent).not.toMatch(/\b13\b/);
});
