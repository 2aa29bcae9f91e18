// @vitest-environment jsdom
import type { OwnDecision } from '@licet/client';
import { act, createElement, Fragment, StrictMode } from 'react';
import { expect, test, vi } from 'vitest';
import { AccessProvider, useDecision } from './index.ts';
import { render } from './testing/render.ts';
import { sourceOf, tokenOf } from './testing/tokens.ts';

const decisionOf = (name: string, by = ''): OwnDecision => ({
  application: { id: 'ledger', name: 'Ledger' },
  permission: { name, title: by, known: true },
  permitted: false,
  reason: 'not_listed',
  at: '',
  version: 1,
  paths: [],
  pathCount: 0,
  until: null,
  roles: [],
  deciders: [],
  deciderCount: 0,
  heldUntil: null,
  request: null,
});
const none = async () => Promise.reject(new Error('not asked for here'));

/** Returns a source with decisions about the user `user.name`, and records the requests. */
const explaining = () => {
  const user = { name: 'ada' };
  const decided = new Set<(id: string) => void>();
  const explain = {
    consoleUrl: '',
    ask: none,
    withdraw: none,
    catalogue: none,
    decision: vi.fn(async (name: string) => decisionOf(name, user.name)),
    decisions: vi.fn(async (names: readonly string[]) => names.map((name) => decisionOf(name, user.name))),
    onDecided: (listener: (id: string) => void) => {
      decided.add(listener);
      return () => decided.delete(listener);
    },
  };
  const source = sourceOf({ status: 'held', token: tokenOf({ sub: 'ada' }) }, { explain });
  return { source, explain, user, decided };
};

const rendered = new Set<string>();
const Row = ({ name }: { name: string }) => {
  const { decision, error } = useDecision(name);
  const shown = `${decision?.permission.name ?? '?'}:${decision?.permission.title}${error ? `!${error.message}` : ''} `;
  rendered.add(shown);
  return shown;
};
const rows = (names: readonly string[]) =>
  createElement(Fragment, null, ...names.map((name) => createElement(Row, { name })));
const show = async (source: ReturnType<typeof explaining>['source'], names: readonly string[]) => {
  const page = (some: readonly string[]) => (
    <StrictMode>
      <AccessProvider source={source}>{rows(some)}</AccessProvider>
    </StrictMode>
  );
  const view = render(page([]));
  await act(async () => view.again(page(names)));
  return { ...view, more: (some: readonly string[]) => act(async () => view.again(page(some))) };
};
const many = Array.from({ length: 120 }, (_, index) => `rows.${index}`);

test('the rows of a screen request their decisions in calls of at most 50', async () => {
  const { source, explain } = explaining();
  const { text } = await show(source, many);
  expect(explain.decisions.mock.calls.map(([names]) => names.length)).toEqual([50, 50, 20]);
  expect(explain.decision).not.toHaveBeenCalled();
  expect(text()).toBe(many.map((name) => `${name}:ada `).join(''));
});

test('rows with the same question share one answer, even if they appear later', async () => {
  const { source, explain } = explaining();
  const { text, more } = await show(source, ['a', 'a', 'a']);
  expect([explain.decision.mock.calls, explain.decisions.mock.calls]).toEqual([[['a']], []]);
  await more(['a', 'a', 'a', 'a', 'b']);
  expect(explain.decision.mock.calls).toEqual([['a'], ['b']]);
  expect(text()).toBe('a:ada a:ada a:ada a:ada b:ada ');
});

test('a decision that no component reads is dropped, and no longer updated', async () => {
  const { source, explain, decided } = explaining();
  const { more } = await show(source, ['a', 'b']);
  expect(decided.size).toBe(1);
  await more([]);
  expect(decided.size).toBe(0);
  await more(['a']);
  expect(explain.decision.mock.calls).toEqual([['a']]);
});

test('a decided request reloads all decisions in one call', async () => {
  const { source, explain, decided, user } = explaining();
  const { text } = await show(source, ['a', 'b']);
  user.name = 'again';
  await act(async () => {
    for (const listener of decided) listener('r1');
  });
  expect(explain.decisions.mock.calls).toEqual([[['a', 'b']], [['a', 'b']]]);
  expect(text()).toBe('a:again b:again ');
});

test('the next user of a source gets new decisions, and never sees the previous user’s', async () => {
  const { source, explain, user } = explaining();
  const { text } = await show(source, ['a', 'b']);
  rendered.clear();
  user.name = 'bob';
  await act(async () => source.hold({ status: 'held', token: tokenOf({ sub: 'bob' }) }));
  expect(text()).toBe('a:bob b:bob ');
  expect([...rendered].filter((shown) => shown.includes('ada'))).toEqual([]);
  expect(explain.decisions).toHaveBeenCalledTimes(2);
});

test('a decision that a new token changes is requested again, and stays visible meanwhile', async () => {
  const { source, explain } = explaining();
  await show(source, ['a', 'b']);
  rendered.clear();
  await act(async () => source.hold({ status: 'held', token: tokenOf({ sub: 'ada', permissions: ['a'] }) }));
  expect(explain.decision.mock.calls).toEqual([['a']]);
  expect([...rendered].filter((shown) => shown.startsWith('?'))).toEqual([]);
});

test.each(['not_found', 'invalid_request'])(
  'decisions are requested one by one if the batch call is refused (%s)',
  async (code) => {
    const refused = () => Promise.reject(Object.assign(new Error('refused'), { code }));
    const { source, explain } = explaining();
    explain.decisions.mockImplementation(refused);
    explain.decision.mockImplementation(async (name) => (name === 'b' ? refused() : decisionOf(name, 'ada')));
    const { text } = await show(source, ['a', 'b', 'c']);
    await vi.waitFor(() => expect(text()).toBe('a:ada ?:undefined!refused c:ada '));
  },
);

test('decisions are requested one by one from a source without a batch call', async () => {
  const { source, explain } = explaining();
  Reflect.deleteProperty(explain, 'decisions');
  const { text } = await show(source, ['a', 'b']);
  expect(explain.decision.mock.calls).toEqual([['a'], ['b']]);
  expect(text()).toBe('a:ada b:ada ');
});
