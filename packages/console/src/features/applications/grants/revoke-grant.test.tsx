// @vitest-environment jsdom
import type { Application, Grant } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { render } from '../../../ui/render.testing.tsx';
import { lossOf, RevokeGrant } from './revoke-grant.tsx';

vi.mock('../../../session/client.ts', () => ({ client: {} }));

const id = '01a1fd60-b421-70dc-9693-52f823154a01';
const gives = { kind: 'role', id, name: 'approver', title: '' } as const;

it('says what is lost without a number that nobody has computed', () => {
  expect(lossOf({ gives, principal: { kind: 'user', id, name: 'Maya' } })).toBe('Maya loses what approver brings');
  expect(lossOf({ gives, principal: { kind: 'group', id, name: 'Finance' } })).toBe(
    'Everybody in Finance loses what approver brings',
  );
  const one = { kind: 'permission', id, name: 'invoices.read', title: '' } as const;
  expect(lossOf({ gives: one, principal: { kind: 'user', id, name: 'Maya' } })).toBe('Maya loses invoices.read');
});

it('asks with that sentence, and with no number beside it', async () => {
  const grant = { id, gives, principal: { kind: 'user', id, name: 'Maya' }, state: 'active' } as Grant;
  const application = { id: 'ledger', name: 'Ledger' } as Application;
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RevokeGrant application={application} grant={grant} onClose={() => undefined} onGone={() => undefined} />
    </QueryClientProvider>,
  );
  expect(document.body.textContent).toContain('Maya loses what approver brings');
  expect(document.body.textContent).not.toMatch(/\d/);
});
