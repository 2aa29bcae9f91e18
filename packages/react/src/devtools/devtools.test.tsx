// @vitest-environment jsdom
import type { SignInState } from '@licet/client';
import { act, StrictMode, Suspense, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Denied } from '../denied/index.ts';
import { AccessProvider, Can, Guard, useAccess, useDecision, usePermission, useRole } from '../index.ts';
import { eventually, render } from '../testing/render.ts';
import { sourceOf, tokenOf } from '../testing/tokens.ts';
import { versionOf } from './dock.tsx';
import { findGuards } from './find-guards.ts';
import { LicetDevtools } from './index.ts';
import { texts } from './words.en.ts';
import { countdown, reasonOf } from './words.ts';

const held = (permissions: string[]): SignInState => ({
  status: 'held',
  token: tokenOf({ permissions, roles: ['clerk'] }),
});
const clerk = 'clerk';

const hostile = new Proxy([], {
  get: () => {
    throw new Error('hostile');
  },
});

let renders = 0;
const Row = ({ name }: { name: string }) => {
  renders += 1;
  return <p>{usePermission([name, 'b']) ? 1 : 0}</p>;
};
const Other = () => {
  const [count] = useState(0);
  return `${count}${useAccess().status}${useRole(clerk)}${useDecision('c').permitted}`;
};
const never = new Promise<string>(() => {});
const Waiting = () => use(never);

const found = (box: Element) => findGuards(box.firstElementChild as Element);
const lines = (box: Element) => found(box).map(({ what, label, permitted }) => `${what} ${label} ${permitted}`);

test('lists the visible guards of a page with their requirements and answers', () => {
  const { box } = render(
    <StrictMode>
      <AccessProvider source={sourceOf(held(['a']))}>
        <main>
          <Can permission="a">yes</Can>
          <Can role={clerk} />
          <Can any={['a', 'x']} />
          <Can all={['a', 'x']} />
          <Can all={[]} />
          <Can permission="a" on={['shop:1', 'region:2']} />
          <Guard>in</Guard>
          <Denied permission="x">
            <button type="button">Go</button>
          </Denied>
          <Row name="a" />
          <Other />
          <Suspense fallback={<Can permission="seen" />}>
            <Can permission="hidden" />
            <Waiting />
          </Suspense>
        </main>
      </AccessProvider>
    </StrictMode>,
  );
  expect(lines(box)).toEqual([
    '<Can> a true',
    '<Can> role clerk true',
    '<Can> a or x true',
    '<Can> a and x false',
    '<Can> nothing: an empty list false',
    '<Can> a on shop:1,region:2 true',
    '<Guard> somebody signed in true',
    '<Denied> x false',
    'usePermission in Row a, b false',
    'useRole in Other role clerk true',
    'usePermission in Other c false',
    '<Can> seen false',
  ]);
});

test('finds the elements and texts of a guard, but not those in a portal', () => {
  const { box } = render(
    <AccessProvider source={sourceOf(held(['a']))}>
      <main>
        <Can permission="a">
          some text
          <b>and</b>
          {createPortal(<i>far</i>, document.body)}
        </Can>
      </main>
    </AccessProvider>,
  );
  expect(found(box)[0]?.nodes.map((node) => node.nodeName)).toEqual(['#text', 'B']);
});

test('lists hostile properties like any others, and leaves the store unchanged', () => {
  const source = sourceOf(held(['a']));
  const { box } = render(
    <AccessProvider source={source}>
      <main>
        <Can {...({ permission: Symbol('s') } as unknown as { permission: string })} />
        <Can {...({ any: hostile } as unknown as { any: string[] })} />
        <Can {...({ any: 7 } as unknown as { any: string[] })} />
        <Row name="constructor" />
        <Row name="a" />
      </main>
    </AccessProvider>,
  );
  const before = found(box)[0]?.access;
  const { can, hasRole } = before ?? {};
  expect(lines(box).every((line) => line.endsWith('false'))).toBe(true);
  expect([before?.can, before?.hasRole]).toEqual([can, hasRole]);
});

test('makes no guard render, neither on opening nor on refreshing', async () => {
  const source = sourceOf(held(['a', 'b']));
  const { box } = render(
    <AccessProvider source={source}>
      <Row name="a" />
      <LicetDevtools open={false} />
    </AccessProvider>,
  );
  renders = 0;
  const shadow = () => box.querySelector('licet-devtools')?.shadowRoot;
  const toggle = () =>
    act(async () => {
      const init = { ctrlKey: true, altKey: true, code: 'KeyL', bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent('keydown', init));
    });
  expect(shadow()?.querySelector('[role=dialog]')).toBeNull();
  await toggle();
  expect(shadow()?.querySelector('.list')?.textContent).toContain('a, b');
  expect(renders).toBe(0);
  await act(async () => source.hold(held([])));
  // Wait, because the developer tools search for guards every second.
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(shadow()?.querySelector('.list')?.textContent).toContain('Refused');
  });
  expect(renders).toBe(1);
  await toggle();
  expect(shadow()?.querySelector('[role=dialog]')).toBeNull();
});

test('explains each answer of the rule in words', () => {
  const token = { sub: 'ada', roles: ['clerk'], permissions: ['a'], exp: 100 };
  expect([
    reasonOf(texts, token, 'permission', 'a', 50),
    reasonOf(texts, token, 'permission', 'b', 50),
    reasonOf(texts, { ...token, roles: ['admin'] }, 'permission', 'b', 50),
    reasonOf(texts, token, 'role', 'clerk', 50),
    reasonOf(texts, token, 'role', 'boss', 50),
    reasonOf(texts, token, 'role', 'clerk', 100),
    reasonOf(texts, undefined, 'permission', 'a', 50),
  ]).toEqual([
    'The token lists it.',
    'The token does not list it.',
    'The token has the role admin, which implies every permission.',
    'The token has the role.',
    'The token does not have the role.',
    'The token has expired.',
    'There is no token that can be read.',
  ]);
  expect([countdown(249.9), countdown(3849), countdown(-3)]).toEqual(['4:09', '1:04:09', '0:00']);
});

test.each([
  [{ status: 'held', token: tokenOf({ ver: 412 }) }, 412],
  [{ status: 'held', token: { ver: 3 } }, 3],
  [{ status: 'held', token: tokenOf({ ver: '412' }) }, undefined],
  [{ status: 'held', token: 'garbage' }, undefined],
  [{ status: 'held', token: Object.create({ ver: 3 }) }, undefined],
  [{ status: 'loading' }, undefined],
] as const)('reads the version of %o', (signInState, version) => expect(versionOf(signInState)).toBe(version));

test('shows German on a German page, unless the application sets another language', async () => {
  document.documentElement.lang = 'de';
  onTestFinished(() => document.documentElement.removeAttribute('lang'));
  const words = (language?: 'en' | 'de') => {
    const { box } = render(
      <AccessProvider source={sourceOf(held(['a']))}>
        <Can permission="b">x</Can>
        <LicetDevtools language={language} />
      </AccessProvider>,
    );
    return () => box.querySelector('licet-devtools')?.shadowRoot?.textContent;
  };
  const german = words();
  await eventually(() => expect(german()).toContain('1 Prüfung: 1 verweigert, 0 erlaubt'));
  expect(words('en')()).toContain('1 guard: 1 refused, 0 permitted');
});
