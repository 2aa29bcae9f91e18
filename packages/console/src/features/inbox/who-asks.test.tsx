// @vitest-environment jsdom
import type { AccessRequest, RequestPlan } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, test } from 'vitest';
import { WaitingItems, waitingItems } from '../home/waiting.tsx';
import { PlanView } from './deciding.tsx';
import { RequestHead } from './request-details.tsx';
import { ItemRow } from './todo/item-row.tsx';
import { requestKey } from './todo/items.ts';

const unmount: (() => Promise<void>)[] = [];
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, scrollTo: () => undefined });
afterEach(async () => {
  for (const away of unmount.splice(0)) await away();
});

const id = '01a1fd60-b421-70dc-9693-52f823154a01';
const role = { kind: 'role', id, name: 'chief', title: '' } as const;
const at = '2026-11-21T09:00:00Z';
const request: AccessRequest = {
  id,
  application: { id: 'ledger', name: 'Ledger' },
  user: { kind: 'user', id, name: 'Kwame Boateng', detail: 'maya.lindqvist' },
  asks: role,
  seconds: 3600,
  reason: 'Ines is ill',
  place: '',
  proposedBy: null,
  renews: null,
  ended: null,
  state: 'pending',
  askedAt: at,
  lapsesAt: at,
  steps: [],
  votes: [],
  usualSeconds: null,
  comments: 0,
  decision: null,
  mayDecide: 'yes',
  decidesFor: null,
  undoUntil: null,
  version: 7,
};
const none = { items: [], total: 0 };
const nothing = { requests: none, endings: none, reviews: none, emergencies: none, syncs: none };
const item = { kind: 'request', key: requestKey(id), at, of: request } as const;
const plan = (gains: Partial<RequestPlan['gains']>): RequestPlan => ({
  gives: role,
  seconds: 3600,
  starts: at,
  ends: at,
  stillNeeded: 0,
  gains: { everything: false, roles: [{ id, name: 'chief' }], permissions: [], ...gains },
  keeps: { roles: 0, permissions: 0 },
  choices: [role],
});
const planned = (gains: Partial<RequestPlan['gains']>) => (
  <PlanView request={request} plan={plan(gains)} end={new Date(at)} />
);

describe('shows the username besides the name, which another user may have copied', () => {
  test.each([
    ['the list', <ItemRow key="list" item={item} band="waiting" open={false} address={{}} />],
    ['the head of the panel', <RequestHead key="head" request={request} />],
    ['the plan', planned({})],
    [
      'home',
      <WaitingItems key="home" items={waitingItems({ ...nothing, requests: { items: [request], total: 1 } })} />,
    ],
  ])('in %s', async (_, content) => {
    const shown = await render(content);
    expect(shown).toContain('Kwame Boateng');
    expect(shown).toContain('maya.lindqvist');
  });
});

describe('the plan', () => {
  test('warns with an icon if it grants every permission, including future ones', async () => {
    const shown = await render(planned({ everything: true }));
    expect(shown).toContain('Every permission of Ledger, including future ones.');
    expect(shown).toMatch(/class="callout"[^>]*><svg/);
    expect(shown).toContain('One gains, nobody loses');
  });

  test('shows no warning for a single permission', async () => {
    const shown = await render(planned({ permissions: [{ id, name: 'refunds.approve' }] }));
    expect(shown).toContain('refunds.approve');
    expect(shown).not.toContain('Every permission');
  });
});

async function render(content: ReactNode): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => content }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  const place = document.body.appendChild(document.createElement('main'));
  const root = createRoot(place);
  unmount.push(async () => {
    await act(async () => root.unmount());
    place.remove();
  });
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    ),
  );
  return place.innerHTML;
}
