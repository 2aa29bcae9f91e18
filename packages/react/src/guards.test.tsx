// @vitest-environment jsdom
import type { SignInState } from '@licet/client';
import { act, StrictMode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  AccessProvider,
  auth0,
  Can,
  claimsAt,
  cognito,
  Guard,
  keycloak,
  useAccess,
  usePermission,
  useRole,
} from './index.ts';
import { render } from './testing/render.ts';
import { sourceOf, tokenOf } from './testing/tokens.ts';

const held = (claims: Record<string, unknown>): SignInState => ({ status: 'held', token: tokenOf(claims) });
const AccessStatus = () => {
  const { status, user, roles } = useAccess();
  return `${status} ${user ?? 'nobody'} ${roles.join()}`;
};

const Answers = () =>
  [
    usePermission('a'),
    usePermission('x'),
    usePermission(['a', 'x']),
    usePermission(['a', 'x'], { mode: 'any' }),
    usePermission([]),
    useRole('clerk'),
    useRole(['clerk', 'boss']),
    useRole(['clerk', 'boss'], { mode: 'any' }),
  ]
    .map(Number)
    .join('');

const seen = new Set<unknown>();
const Seen = ({ n }: { n: number }) => {
  seen.add(useAccess());
  return n;
};

let renders = 0;
const Row = ({ name }: { name: string }) => {
  renders += 1;
  return usePermission(name) ? 1 : 0;
};

// These names are roles in Licet, not ARIA roles.
const clerk = 'clerk';
const admin = 'admin';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('useAccess returns the user’s profile from the source, updated with every token', () => {
  const Name = () => useAccess().profile?.name ?? 'nobody';
  let name = 'Ada';
  const source = sourceOf(held({ sub: 'ada' }), { profile: () => ({ sub: 'ada', name }) });
  const view = render(
    <AccessProvider source={source}>
      <Name />
    </AccessProvider>,
  );
  expect(view.text()).toBe('Ada');
  name = 'Ada Lovelace';
  act(() => source.hold(held({ sub: 'ada', exp: Date.now() / 1000 + 200 })));
  expect(view.text()).toBe('Ada Lovelace');
  view.again(
    <AccessProvider key="own" token={tokenOf({ sub: 'ada', name: 'Ada' })}>
      <Name />
    </AccessProvider>,
  );
  expect(view.text()).toBe('nobody');
});

test('Can shows its children while permitted, otherwise its fallback', () => {
  const page = (token: string | null | undefined) => (
    <AccessProvider token={token}>
      <Can permission="invoices.refund" fallback="no">
        yes
      </Can>
    </AccessProvider>
  );
  const { text, again } = render(page(undefined));
  expect(text()).toBe('no');
  again(page(tokenOf({ permissions: ['invoices.refund'] })));
  expect(text()).toBe('yes');
  again(page(tokenOf({ permissions: ['invoices.read'] })));
  expect(text()).toBe('no');
  again(page(tokenOf({ roles: ['admin'] })));
  expect(text()).toBe('yes');
  again(page(null));
  expect(text()).toBe('no');
});

test('Can accepts a role, and any or all of several permissions, but permits no user for an empty list', () => {
  const { text } = render(
    <AccessProvider token={tokenOf({ roles: ['clerk'], permissions: ['a', 'b'] })}>
      <Can role={clerk}>1</Can>
      <Can role={admin}>2</Can>
      <Can any={['x', 'b']}>3</Can>
      <Can all={['a', 'b']}>4</Can>
      <Can all={['a', 'x']}>5</Can>
      <AccessProvider token={tokenOf({ roles: ['admin'] })}>
        <Can all={[]}>6</Can>
        <Can any={[]}>7</Can>
        <Can all={['a', 'x']}>8</Can>
      </AccessProvider>
    </AccessProvider>,
  );
  expect(text()).toBe('1348');
});

test('usePermission and useRole accept one name or several', () => {
  const { text } = render(
    <AccessProvider token={tokenOf({ roles: ['clerk'], permissions: ['a'] })}>
      <Answers />
    </AccessProvider>,
  );
  expect(text()).toBe('10010101');
});

test('useAccess returns the signed-in user, as the same object until something changes', () => {
  seen.clear();
  const token = tokenOf({ roles: ['clerk'] });
  const page = (n: number) => (
    <AccessProvider token={token}>
      <AccessStatus /> <Seen n={n} />
    </AccessProvider>
  );
  const { text, again } = render(page(1));
  expect(text()).toBe('valid ada clerk 1');
  again(page(2));
  expect(seen.size).toBe(1);
});

test('every guard closes at exp, even a guard that requires a role', () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const token = { sub: 'ada', roles: ['admin'], exp: 1_800_000_010 };
  const { text } = render(
    <AccessProvider token={token}>
      <Can permission="x">p</Can>
      <Can role={admin}>r</Can> <AccessStatus />
    </AccessProvider>,
  );
  expect(text()).toBe('pr valid ada admin');
  act(() => vi.advanceTimersByTime(10_100));
  expect(text()).toBe(' expired ada ');
});

test('only ten guards render again if ten of a thousand answers change', () => {
  const names = Array.from({ length: 1000 }, (_, i) => `rows.${i}`);
  const before = held({ permissions: names.slice(0, 500) });
  const after = held({ permissions: [...names.slice(5, 500), ...names.slice(500, 505)] });
  const source = sourceOf(before);
  render(
    <AccessProvider source={source}>
      {names.map((name) => (
        <Row key={name} name={name} />
      ))}
    </AccessProvider>,
  );
  renders = 0;
  act(() => source.hold(after));
  expect(renders).toBe(10);
});

test('a new token property renders only the guards whose answers changed', () => {
  const rows = ['a', 'b', 'c'].map((name) => <Row key={name} name={name} />);
  const page = (permissions: string[]) => <AccessProvider token={tokenOf({ permissions })}>{rows}</AccessProvider>;
  const { again, text } = render(page(['a']));
  renders = 0;
  again(page(['a', 'b']));
  expect([renders, text()]).toEqual([1, '110']);
});

test('a new source replaces the first one, and ends its subscription', () => {
  const first = sourceOf(held({ permissions: ['a'] }));
  const second = sourceOf(held({ permissions: [] }));
  const page = (source: typeof first) => (
    <StrictMode>
      <AccessProvider source={source}>
        <Can permission="a">yes</Can>
      </AccessProvider>
    </StrictMode>
  );
  const { text, again } = render(page(first));
  expect(text()).toBe('yes');
  again(page(second));
  expect([text(), first.listeners.size, second.listeners.size]).toEqual(['', 0, 1]);
  act(() => second.hold(held({ permissions: ['a'] })));
  expect(text()).toBe('yes');
});

test('nothing is permitted without a provider', () => {
  expect(render(<Can permission="a">yes</Can>).text()).toBe('');
});

test.each(['constructor', '__proto__', 'all.manage', 'x'.repeat(10_000)])(
  'the name %.20s has no special meaning',
  (name) => {
    const { text } = render(
      <AccessProvider token={tokenOf({ permissions: ['all.manage.not'] })}>
        <Can permission={name}>p</Can>
        <Can role={name}>r</Can>
        <Can any={[name]}>s</Can>
      </AccessProvider>,
    );
    expect(text()).toBe('');
  },
);

test('hostile properties permit nothing, and throw nothing in render', () => {
  const hostile = [
    null,
    7,
    {},
    Symbol('x'),
    new Proxy([], {
      get: () => {
        throw new Error('hostile');
      },
    }),
  ];
  for (const value of hostile) {
    const { text } = render(
      <AccessProvider token={tokenOf({ permissions: ['a'] })}>
        <Can {...({ permission: value } as unknown as { permission: string })}>p</Can>
        <Can {...({ any: value } as unknown as { any: string[] })}>q</Can>
        <Can {...({ all: value } as unknown as { all: string[] })}>r</Can>
        <Guard {...({ all: value } as unknown as { all: string[] })} fallback="">
          s
        </Guard>
      </AccessProvider>,
    );
    expect(text()).toBe('');
  }
});

test('renders on a server, and hydrates to the same content', () => {
  const page = (
    <AccessProvider token={tokenOf({ permissions: ['a'] })}>
      <Can permission="a">yes</Can>
      <Can permission="b" fallback="no" />
      <AccessStatus />
    </AccessProvider>
  );
  const complaints = vi.spyOn(console, 'error');
  const html = renderToString(page);
  expect(html.replace(/<!-- -->/g, '')).toBe('yesnovalid ada ');
  const box = document.createElement('div');
  box.innerHTML = html;
  let root: Root | undefined;
  act(() => {
    root = hydrateRoot(box, page);
  });
  expect(box.textContent).toBe('yesnovalid ada ');
  expect(complaints).not.toHaveBeenCalled();
  act(() => root?.unmount());
});

describe('tokens of other issuers', () => {
  const shapes = {
    keycloak: [
      keycloak({ client: 'ledger' }),
      { realm_access: { roles: ['clerk'] }, resource_access: { ledger: { roles: ['boss'] } } },
    ],
    auth0: [auth0({ namespace: 'https://l/' }), { permissions: ['a'], 'https://l/roles': ['clerk', 'boss'] }],
    cognito: [cognito(), { 'cognito:groups': ['clerk', 'boss'] }],
    paths: [
      claimsAt({ roles: ['app', 'roles'], permissions: 'x.y' }),
      { app: { roles: ['clerk', 'boss'] }, 'x.y': ['a'] },
    ],
  } as const;
  test.each(Object.entries(shapes))('%s', (_name, [claims, payload]) => {
    const { text } = render(
      <AccessProvider token={tokenOf(payload)} claims={claims}>
        <AccessStatus />
      </AccessProvider>,
    );
    expect(text()).toBe('valid ada clerk,boss');
  });

  test('a missing claim is an empty list, and a claim of a wrong type is malformed', () => {
    const statusFor = (payload: Record<string, unknown>) =>
      render(
        <AccessProvider token={tokenOf(payload)} claims={keycloak({ client: 'constructor' })}>
          <AccessStatus />
        </AccessProvider>,
      ).text();
    expect(statusFor({})).toBe('valid ada ');
    expect(statusFor({ realm_access: { roles: 'admin' } })).toBe('malformed nobody ');
    expect(statusFor({ realm_access: { roles: [['admin']] } })).toBe('malformed nobody ');
    expect(statusFor({ resource_access: {} })).toBe('valid ada ');
    expect(statusFor({ permissions: { includes: 1 } })).toBe('malformed nobody ');
  });

  test('no claim is read from a prototype', () => {
    const payload = JSON.parse(
      '{"__proto__": {"realm_access": {"roles": ["admin"]}}, "sub": "ada", "exp": 9999999999}',
    );
    expect(keycloak()(Object.assign(Object.create(payload), {}))).toMatchObject({ sub: undefined, roles: [] });
    expect(claimsAt({ roles: ['constructor', 'name'] })({ sub: 'a' })).toMatchObject({ roles: [] });
  });
});

test('warns once in development about a name outside the catalogue', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const catalogue = vi.fn(async () => ({
    application: 'ledger',
    version: 1,
    permissions: [{ name: 'invoices.read', title: '' }],
    roles: [],
  }));
  const none = async () => Promise.reject(new Error('not asked for here'));
  const explain = { catalogue, decision: none, ask: none, withdraw: none, consoleUrl: '', onDecided: () => () => {} };
  render(
    <AccessProvider source={sourceOf(held({}), { explain })}>
      <Can permission="invoices.raed">1</Can>
      <Can permission="invoices.raed">2</Can>
      <Can permission="invoices.read">3</Can>
    </AccessProvider>,
  );
  await act(async () => {});
  expect([catalogue.mock.calls.length, warned.mock.calls.length]).toEqual([1, 1]);
  expect(warned.mock.calls[0]?.[0]).toContain('“invoices.raed”');
});
