// @vitest-environment jsdom
import type { AccessRequest, OwnDecision } from '@licet/client';
import { act } from 'react';
import { expect, test } from 'vitest';
import { AccessProvider, useDecision } from '../index.ts';
import { explained, render } from '../testing/render.ts';
import { sourceOf, tokenOf } from '../testing/tokens.ts';
import { Denied } from './index.ts';

const at = new Date().toISOString();
const named = { id: 'u', name: 'Chiara Benedetti' };
const decision = {
  application: { id: 'ledger', name: 'Ledger' },
  permission: { name: 'invoices.refund', title: 'Refund invoices', known: true },
  permitted: false,
  reason: 'not_listed',
  at,
  version: 1,
  paths: [],
  pathCount: 0,
  until: null,
  roles: [{ ...named, title: '' }],
  deciders: [named],
  deciderCount: 1,
  heldUntil: null,
  request: null,
};
const request = { id: 'r', seconds: 60, reason: 'Paid twice.', state: 'pending', askedAt: at, decision: null };

const explaining = (answer: unknown, asked: unknown = request) =>
  sourceOf(
    { status: 'held', token: tokenOf({}) },
    {
      explain: {
        consoleUrl: 'https://licet.example',
        decision: async () => answer as OwnDecision,
        ask: async () => asked as AccessRequest,
        withdraw: async () => asked as AccessRequest,
        catalogue: async () => Promise.reject(new Error('not asked for here')),
        onDecided: () => () => {},
      },
    },
  );

let ask: () => Promise<unknown>;
const Asks = () => {
  const { ask: asks, error, decision: known } = useDecision('invoices.refund');
  ask = () => asks({ reason: 'Paid twice.', seconds: 60 });
  return `${error?.message ?? ''}|${known?.request?.state ?? ''}`;
};
const show = async (answer: unknown, asked?: unknown) => {
  const { box } = render(
    <AccessProvider source={explaining(answer, asked)}>
      <Denied permission="invoices.refund" />
      <Asks />
    </AccessProvider>,
  );
  await explained(box);
  return { text: () => box.textContent, panel: box.querySelector('licet-denied')?.shadowRoot };
};

test('shows a well-formed decision', async () => {
  for (const given of [decision, { ...decision, request }, { ...decision, more: 1, until: undefined }]) {
    const { panel, text } = await show(given);
    expect(panel?.querySelector('h2')?.textContent).toBe('You do not have the permission “Refund invoices”');
    expect(text()).toMatch(/^\|/);
  }
});

const misfits: [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['a string', 'yes'],
  ['an empty object', {}],
  ['a list', [decision]],
  ...['permission', 'roles', 'deciders'].map((name): [string, unknown] => [
    `no ${name}`,
    { ...decision, [name]: undefined },
  ]),
  ['a title that is a number', { ...decision, permission: { ...decision.permission, title: 7 } }],
  ['a decider that is null', { ...decision, deciders: [null] }],
  ['a role whose name is an object', { ...decision, roles: [{ id: '1', name: {} }] }],
  ['roles that are no list', { ...decision, roles: { length: 1, 0: named } }],
  ['an end that is an object', { ...decision, heldUntil: {} }],
  ['a request that is a string', { ...decision, request: 'r' }],
  ['a request with a note that is an object', { ...decision, request: { ...request, decision: { at, note: {} } } }],
];

test.each(misfits)(
  'shows an error for a malformed decision, and throws nothing in render: %s',
  async (_name, answer) => {
    const { panel, text } = await show(answer);
    const sentence = 'The answer cannot be read. Try again.';
    expect(panel?.querySelector('[role=alert]')?.textContent).toBe(sentence);
    expect(text()).toBe(`${sentence}|`);
  },
);

test('rejects a malformed reply to a request', async () => {
  const { text } = await show(decision, { ...request, reason: {} });
  await act(async () => expect(ask()).rejects.toThrow('cannot be read'));
  expect(text()).toBe('|');
  const good = await show(decision);
  await act(async () => ask());
  expect(good.text()).toBe('|pending');
});
