// @vitest-environment jsdom
import { act, StrictMode, useEffect, useLayoutEffect } from 'react';
import { expect, test } from 'vitest';
import { AccessProvider, Can, Guard, useAccess, usePermission } from './index.ts';
import { render } from './testing/render.ts';
import { sourceOf, tokenOf } from './testing/tokens.ts';

const ada = tokenOf({ sub: 'ada', permissions: ['a'] });
const bob = tokenOf({ sub: 'bob' });

/**
 * Records the values that each render and effect reads: the application's user, the token's user, and the result of a
 * check.
 */
const recorder = () => {
  const seen = new Set<string>();
  const Seen = ({ user }: { user: string | null | undefined }) => {
    const { user: own, profile } = useAccess();
    const now = `${user} ${own} ${profile?.name} ${usePermission('a')}`;
    seen.add(now);
    useLayoutEffect(() => void seen.add(now));
    useEffect(() => void seen.add(now));
    return null;
  };
  return { seen, Seen };
};

test.each([
  ['another user', bob, 'bob', 'bob bob undefined false'],
  ['no user', null, null, 'null undefined undefined false'],
  ['a loading token', undefined, undefined, 'undefined undefined undefined false'],
  ['an unreadable token', 'garbage', 'bob', 'bob undefined undefined false'],
] as const)(
  'no render and no effect combines %s with the permissions of the previous user',
  (_, token, user, after) => {
    const { seen, Seen } = recorder();
    const page = (own: string | null | undefined, name: string | null | undefined) => (
      <StrictMode>
        <AccessProvider token={own}>
          <Seen user={name} />
        </AccessProvider>
      </StrictMode>
    );
    const { again } = render(page(ada, 'ada'));
    again(page(token, user));
    again(page(ada, 'ada'));
    expect([...seen].sort()).toEqual([after, 'ada ada undefined true'].sort());
  },
);

test('a change of the user shows new permissions and profile in one render', () => {
  const { seen, Seen } = recorder();
  let name = 'Ada';
  const source = sourceOf({ status: 'held', token: ada }, { profile: () => ({ sub: name, name }) });
  render(
    <AccessProvider source={source}>
      <Seen user="" />
    </AccessProvider>,
  );
  name = 'Bob';
  act(() => source.hold({ status: 'held', token: bob }));
  expect([...seen]).toEqual([' ada Ada true', ' bob Bob false']);
});

test('covered content shows no profile while the next user’s token is loading', () => {
  const { seen, Seen } = recorder();
  let name = 'Ada';
  const source = sourceOf({ status: 'held', token: ada }, { profile: () => ({ sub: name, name }) });
  render(
    <AccessProvider source={source}>
      <Guard permission="a">
        <Seen user="" />
      </Guard>
    </AccessProvider>,
  );
  name = 'Bob';
  act(() => source.hold({ status: 'loading' }));
  expect([...seen]).toEqual([' ada Ada true', ' undefined undefined true']);
});

test.each([
  ['without the permission', tokenOf({ sub: 'bob' }), false],
  ['with the permission', tokenOf({ sub: 'bob', permissions: ['a'] }), true],
])('the next user, %s, does not see the covered content of the previous user', (_, token, permitted) => {
  const source = sourceOf({ status: 'held', token: ada });
  const { box } = render(
    <AccessProvider source={source}>
      <Guard permission="a">
        <input />
      </Guard>
    </AccessProvider>,
  );
  const typed = box.querySelector('input');
  expect(typed).not.toBeNull();
  act(() => source.hold({ status: 'loading' }));
  act(() => source.hold({ status: 'held', token }));
  expect(box.contains(typed)).toBe(false);
  expect(box.querySelector('input') !== null).toBe(permitted);
});

test('content permitted by a token property stays mounted while the same user’s next token loads', () => {
  const page = (token: string | undefined) => (
    <AccessProvider token={token}>
      <Guard permission="a">
        <Can permission="a">
          <input />
        </Can>
      </Guard>
    </AccessProvider>
  );
  const { box, again } = render(page(ada));
  const typed = box.querySelector('input');
  again(page(undefined));
  again(page(ada));
  expect(box.querySelector('input')).toBe(typed);
  again(page(tokenOf({ sub: 'bob', permissions: ['a'] })));
  expect(box.querySelector('input')).not.toBe(typed);
});
