// @vitest-environment jsdom
import type { Grant, Home } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { Ending } from './ending.tsx';
import { changeAt, endingIn, endOf } from './extend.tsx';
import { Guide, guideSteps, nextStep } from './guide.tsx';
import { MayTake } from './may-take.tsx';
import { words } from './words.ts';

const offers = vi.hoisted(() => ({ items: [] as unknown[] }));
const remember = vi.hoisted(() => vi.fn());
vi.mock('../../session/client.ts', () => ({
  client: {
    applications: { get: async () => ({ id: 'ledger', name: 'Ledger' }) },
    breakGlass: { offers: async () => offers },
  },
}));
vi.mock('../../session/may.ts', () => ({ useMay: () => ({ may: () => false, mayIn: () => false }) }));
vi.mock('@tanstack/react-router', () => ({ createLink: (anchor: unknown) => anchor }));
vi.mock('./guide-memory.ts', () => ({ useGuideMemory: () => [{ tokenSeen: false, closed: false }, remember] }));

type GuideState = NonNullable<Home['guide']>;
const empty: GuideState = {
  application: null,
  permissions: false,
  role: false,
  user: false,
  grant: null,
  client: false,
};
const ledger = { id: 'ledger', name: 'Ledger' };

const walk = (guide: Partial<GuideState>, seen = false) => nextStep(guideSteps({ ...empty, ...guide }, seen))?.name;

describe('the first steps', () => {
  it('begin with an application, and continue with what is missing', () => {
    expect(walk({})).toBe('application');
    expect(walk({ application: ledger })).toBe('permissions');
    expect(walk({ application: ledger, permissions: true })).toBe('role');
    expect(walk({ application: ledger, permissions: true, role: true })).toBe('user');
    expect(walk({ application: ledger, permissions: true, role: true, user: true })).toBe('grant');
    const granted = {
      ...empty,
      application: ledger,
      permissions: true,
      role: true,
      user: true,
      grant: { id: 'u', name: 'Maya' },
    };
    expect(walk(granted)).toBe('token');
    expect(walk(granted, true)).toBe('integration');
    expect(walk({ ...granted, client: true }, true)).toBeUndefined();
  });

  it('link only to applications and users while there is no application', () => {
    const open = guideSteps(empty, false).filter(({ href }) => href !== undefined);
    expect(open.map(({ name }) => name)).toEqual(['application', 'user']);
  });

  it('link to the tab with its dialog open', () => {
    const role = guideSteps({ ...empty, application: ledger }, false).find(({ name }) => name === 'role');
    expect(role?.href).toBe('/applications/ledger?tab=roles&add=1');
    const grant = { id: 'u', name: 'Maya' };
    const token = guideSteps({ ...empty, application: ledger, grant }, false).find(({ name }) => name === 'token');
    expect(token?.href).toBe('/applications/ledger?tab=integration&principal=u');
  });
});

it('shows the name of the holder of a grant that ends, not only the initial', async () => {
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

async function shown() {
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MayTake />
    </QueryClientProvider>,
  );
  await act(async () => undefined);
  return page.element;
}

it('lists the emergency roles of the viewer with application and duration', async () => {
  expect((await shown()).textContent).toBe('');
  const role = { id: '1', name: 'manager', title: 'Also gives money back' };
  offers.items = [{ role, application: { id: 'shop', name: 'Corner shop' }, seconds: 3600 }];
  const page = await shown();
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(page.textContent).toMatch(/manager in Corner shop.*for 1 hour/);
  });
});

it('the guide can be closed before any step is done', async () => {
  const page = await render(<Guide guide={empty} />);
  await page.click(words.closeGuide);
  expect(remember.mock.calls).toEqual([[{ closed: true }]]);
});

it('shows the end of a permission only if all paths to it are known and end', () => {
  const path = (ends: string | null) => ({ ends }) as Parameters<typeof endOf>[0]['paths'][number];
  expect(endOf({ paths: [path('2026-12-01T00:00:00Z'), path('2027-03-01T00:00:00Z')], pathCount: 2 })).toBe(
    '2027-03-01T00:00:00Z',
  );
  expect(endOf({ paths: [path('2026-12-01T00:00:00Z'), path(null)], pathCount: 2 })).toBeNull();
  expect(endOf({ paths: [path('2026-12-01T00:00:00Z')], pathCount: 2 })).toBeNull();
  expect(endOf({ paths: [], pathCount: 0 })).toBeNull();
});

it('offers to extend what was granted to the viewer and ends within a week, but nothing that comes from a group', () => {
  const now = new Date('2026-11-28T12:00:00Z');
  const soon = '2026-11-29T18:00:00Z';
  const ref = (name: string) => ({ id: name, name });
  const path = (grant: string, groups: string[], roles: string[], ends: string | null) => ({
    grant,
    groups: groups.map(ref),
    roles: roles.map(ref),
    admin: false,
    starts: '2026-11-01T00:00:00Z',
    joined: null,
    ends,
    grantedBy: 'Ingrid',
    reason: '',
    request: null,
  });
  const item = (name: string, ...paths: ReturnType<typeof path>[]) => ({
    id: name,
    name,
    title: '',
    paths,
    pathCount: paths.length,
  });
  const roles = [
    item('approver', path('g1', [], ['approver'], soon)),
    item('nurse', path('g2', ['Night desk'], ['nurse'], soon)),
    item('reader', path('g3', [], ['reader'], soon), path('g4', ['Staff'], ['reader'], null)),
    item('clerk', path('g1', [], ['approver', 'clerk'], soon)),
    item('auditor', path('g5', [], ['auditor'], '2027-03-01T00:00:00Z')),
  ];
  const items = [item('reports.read', path('g6', [], [], soon)), item('a.read', path('g1', [], ['approver'], soon))];
  expect(endingIn({ roles, permissions: { items, next: null, total: 2, atLeast: false } }, now)).toEqual([
    { kind: 'role', name: 'approver', title: '', grant: 'g1', ends: soon },
    { kind: 'permission', name: 'reports.read', title: '', grant: 'g6', ends: soon },
  ]);
});

it('says what the next change of access ends, or what stays through another path', () => {
  const end = '2027-03-28T22:00:00.000000Z';
  const item = (title: string, ...ends: (string | null)[]) => ({
    id: title,
    name: title,
    title,
    paths: ends.map((at) => ({ ends: at })),
    pathCount: ends.length,
  });
  const held = (...items: ReturnType<typeof item>[]) =>
    ({ permissions: { items } }) as unknown as Parameters<typeof changeAt>[0];
  const [send, read, see] = [item('Send', end, null), item('Read', end), item('See', null)];
  expect(changeAt(held(send, see), end)).toEqual({ kind: 'stays', what: ['Send'] });
  expect(changeAt(held(send, read, see), '2027-03-28T22:00:00Z')).toEqual({ kind: 'ends', what: ['Read'] });
  expect(changeAt(held(see), end)).toBeUndefined();
});
