// @vitest-environment jsdom
import type { SignInState } from '@licet/client';
import { act, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { Denied, useDenied } from './denied/index.ts';
import { AccessProvider, Can, Guard, useDecision, usePermission, usePermitted, useRole } from './index.ts';
import { explained, render } from './testing/render.ts';
import { sourceOf, tokenOf } from './testing/tokens.ts';

const on = [
  { resources: ['shop:berlin'], roles: ['clerk'], permissions: ['refund'] },
  { resources: ['region:fr'], roles: ['admin'] },
];
const held = (claims: Record<string, unknown>): SignInState => ({ status: 'held', token: tokenOf(claims) });
const lyon = ['shop:lyon', 'region:fr'];

const Answers = () =>
  [
    usePermission('refund'),
    usePermission('refund', { on: 'shop:berlin' }),
    usePermission('refund', { on: lyon }),
    usePermission('refund', { on: 'shop:hamburg' }),
    usePermission(['refund', 'void'], { on: 'shop:berlin', mode: 'any' }),
    usePermission(['refund', 'void'], { on: 'shop:berlin' }),
    usePermission('refund', { on: 5 as never }),
    usePermission('refund', { on: undefined }),
    useRole('clerk'),
    useRole('clerk', { on: 'shop:berlin' }),
  ]
    .map(Number)
    .join('');

test('hooks ask on a resource, and everywhere without one', () => {
  const source = sourceOf(held({ on }));
  const { text } = render(
    <AccessProvider source={source}>
      <Answers />
    </AccessProvider>,
  );
  expect(text()).toBe('0110100001');
  act(() => source.hold(held({ permissions: ['refund'] })));
  expect(text()).toBe('1111100100');
  act(() => source.hold(held({ on: 'shop:berlin', permissions: ['refund'] })));
  expect(text()).toBe('0000000000');
});

test('Can and Guard follow the resource that they name, and a token that changes', () => {
  const source = sourceOf(held({ on }));
  const screen = (shop: string): ReactNode => (
    <AccessProvider source={source}>
      <Can permission="refund" on={`shop:${shop}`} fallback="no">
        yes
      </Can>{' '}
      <Guard permission="refund" on={`shop:${shop}`} fallback="no">
        <Can role="clerk" on={`shop:${shop}`} fallback="no">
          yes
        </Can>
      </Guard>
    </AccessProvider>
  );
  const { text, again } = render(screen('berlin'));
  expect(text()).toBe('yes yes');
  again(screen('hamburg'));
  expect(text()).toBe('no no');
  act(() => source.hold(held({ on: [{ resources: ['shop:hamburg'], roles: ['clerk', 'admin'] }] })));
  expect(text()).toBe('yes yes');
});

test('a Guard with a resource but without a name admits nobody', () => {
  const wants = { on: 'shop:berlin' } as never;
  const { text } = render(
    <AccessProvider source={sourceOf(held({ roles: ['admin'] }))}>
      <Guard {...(wants as object)} fallback="no">
        yes
      </Guard>
    </AccessProvider>,
  );
  expect(text()).toBe('no');
});

const shops = ['berlin', 'hamburg', 'lyon'];
const whereIs = (shop: string) => (shop === 'lyon' ? lyon : [`shop:${shop}`, 'region:de']);
const lists = new Set<unknown>();
const Shops = ({ of }: { of: (shop: string) => string | string[] }) => {
  const open = usePermitted('refund', shops, of);
  lists.add(open);
  return open.join();
};

test('a list keeps the items on which the action is permitted, and stays the same object between changes', () => {
  const source = sourceOf(held({ on }));
  const screen = (of: (shop: string) => string | string[]) => (
    <AccessProvider source={source}>
      <Shops of={of} />
    </AccessProvider>
  );
  const { text, again } = render(screen(whereIs));
  expect(text()).toBe('berlin,lyon');
  again(screen(whereIs));
  expect(lists.size).toBe(1);
  act(() => source.hold(held({ permissions: ['refund'] })));
  expect(text()).toBe('berlin,hamburg,lyon');
  again(
    screen((shop) => {
      if (shop === 'berlin') throw new Error('mine');
      return whereIs(shop);
    }),
  );
  expect(text()).toBe('hamburg,lyon');
  again(screen((shop) => (shop === 'berlin' ? (null as never) : shop === 'lyon' ? ([5] as never) : whereIs(shop))));
  expect(text()).toBe('hamburg');
  act(() => source.hold({ status: 'signed-out' }));
  expect(text()).toBe('');
});

test('a list is empty from the moment at which the token expires', () => {
  vi.useFakeTimers();
  const source = sourceOf(held({ on, exp: Date.now() / 1000 + 2 }));
  const { text } = render(
    <AccessProvider source={source}>
      <Shops of={whereIs} />
    </AccessProvider>,
  );
  expect(text()).toBe('berlin,lyon');
  act(() => vi.advanceTimersByTime(3000));
  expect(text()).toBe('');
  vi.useRealTimers();
});

test('a refusal on a resource offers no request, because it would be about everything', async () => {
  const unexpected = () => Promise.reject(new Error('asked'));
  const emergencies = async () => ({ items: [{ role: { name: 'boss' } }] });
  const explain = {
    decision: unexpected,
    catalogue: unexpected,
    atOnce: emergencies,
    takeAtOnce: unexpected,
    onDecided: () => () => {},
  } as never;
  const source = sourceOf(held({ on }), { explain });
  const { box, again } = render(
    <AccessProvider source={source}>
      <Denied permission="refund" on="shop:hamburg" />
    </AccessProvider>,
  );
  await explained(box);
  const shown = () => box.querySelector('licet-denied')?.shadowRoot?.textContent ?? '';
  expect(shown()).toContain('It requires the permission refund on shop:hamburg.');
  expect(shown()).not.toMatch(/ask|asked|explained by/i);
  again(
    <AccessProvider source={source}>
      <Denied key="role" role="boss" on={['shop:hamburg', 'region:de']} />
    </AccessProvider>,
  );
  await explained(box);
  expect(shown()).toContain('It requires the role boss on shop:hamburg.');
  expect(shown()).not.toMatch(/ask|take it now/i);
  again(
    <AccessProvider source={source}>
      <Denied permission="refund" on="shop:berlin" />
    </AccessProvider>,
  );
  expect(box.querySelector('licet-denied')).toBeNull();
});

/** A source that counts the calls to Licet. */
const counting = (claims: Record<string, unknown>) => {
  const sent: string[] = [];
  const call = (name: string) => async () => {
    sent.push(name);
    return { items: [] } as never;
  };
  const explain = {
    consoleUrl: '',
    decision: call('decision'),
    decisions: call('decisions'),
    ask: call('ask'),
    withdraw: call('withdraw'),
    offersAtOnce: call('offersAtOnce'),
    takeAtOnce: call('takeAtOnce'),
    catalogue: async () => ({ items: [] }) as never,
    onDecided: () => () => {},
  };
  return { sent, source: sourceOf(held(claims), { explain }) };
};

test('useDecision decides on a resource, and says that Licet does not explain it', async () => {
  const { sent, source } = counting({ on, permissions: ['read'] });
  const decisions: Record<string, ReturnType<typeof useDecision>> = {};
  const Decision = ({ name, shop }: { name: string; shop: string }) => {
    decisions[`${name} ${shop}`] = useDecision(name, {
      on: ['berlin', 'hamburg'].includes(shop) ? `shop:${shop}` : lyon,
    });
    return null;
  };
  render(
    <AccessProvider source={source}>
      <Decision name="refund" shop="berlin" />
      <Decision name="refund" shop="hamburg" />
      <Decision name="refund" shop="lyon" />
      <Decision name="read" shop="hamburg" />
    </AccessProvider>,
  );
  await act(async () => {});
  expect(Object.values(decisions).map(({ permitted }) => permitted)).toEqual([true, false, true, true]);
  for (const { decision, loading, explains, incomplete, error, ask, withdraw, reload } of Object.values(decisions)) {
    expect([decision, loading, explains, incomplete]).toEqual([undefined, false, false, false]);
    expect(error?.message).toMatch(/cannot explain this/);
    await expect(ask({ reason: 'Refunds', seconds: 3600 })).rejects.toThrow(/or take requests/);
    await withdraw();
    reload();
  }
  expect(sent).toEqual([]);
});

test('a token whose access on resources is separate permits there what it permits everywhere, and is incomplete', async () => {
  const { sent, source } = counting({ on_ref: 'x', permissions: ['read'], roles: ['clerk'] });
  const seen: unknown[] = [];
  const Decisions = () => {
    const [everywhere, there, read] = [
      useDecision('refund', { enabled: false }),
      useDecision('refund', { on: 'shop:berlin' }),
      useDecision('read', { on: 'shop:berlin' }),
    ];
    seen.splice(0, 9, ...[everywhere, there, read].map(({ permitted, incomplete }) => [permitted, incomplete]));
    seen.push(there.error?.message, usePermission('refund', { on: 'shop:berlin' }), useRole('clerk', { on: lyon }));
    return null;
  };
  const { box } = render(
    <AccessProvider source={source}>
      <Decisions />
      <Denied permission="refund" on="shop:berlin" />
    </AccessProvider>,
  );
  await explained(box);
  expect(seen).toEqual([
    [false, false],
    [false, true],
    [true, false],
    expect.stringContaining('cannot explain this'),
    false,
    true,
  ]);
  const shown = box.querySelector('licet-denied')?.shadowRoot?.textContent;
  expect(shown).toContain('refund on shop:berlin. Your sign-in does not contain what you may do on each resource');
  expect(sent).toEqual([]);
});

test.each([{ permission: 'refund' }, { role: 'boss' }])(
  'useDenied sends no request for access on a resource, and says why: %o',
  async (subject) => {
    const { sent, source } = counting({ on });
    let parts: ReturnType<typeof useDenied> | undefined;
    const Own = () => {
      parts = useDenied({ ...subject, on: 'shop:hamburg' });
      return null;
    };
    render(
      <AccessProvider source={source}>
        <Own />
      </AccessProvider>,
    );
    expect(parts?.state).toBe('refused');
    expect(await act(async () => parts?.ask('Refunds', 3600))).toBe(false);
    expect(parts?.problem).toMatch(/or take requests for it/);
    expect(sent).toEqual([]);
  },
);
