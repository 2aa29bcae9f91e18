// @vitest-environment jsdom
import { LicetError, type OwnDecision, type SignInState, type TakenAtOnce } from '@licet/client';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AccessProvider } from '../index.ts';
import { render } from '../testing/render.ts';
import { sourceOf } from '../testing/tokens.ts';
import { Denied } from './index.ts';

const at = new Date().toISOString();
const role = { id: 'r', name: 'approver', title: 'Approves' };
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
  roles: [role],
  deciders: [],
  deciderCount: 0,
  heldUntil: null,
  request: null,
  atOnce: { role, seconds: 7200 },
} as const satisfies OwnDecision;
const held: SignInState = { status: 'held', token: { sub: 'maya', permissions: [], exp: Date.now() / 1000 + 300 } };

let take: ReturnType<typeof vi.fn<(role: string, reason: string) => Promise<TakenAtOnce>>>;
const signIn = vi.fn(async () => {});
afterEach(() => sessionStorage.clear());
beforeEach(() => {
  signIn.mockClear();
  take = vi.fn(async () => ({ role, ends: new Date(Date.now() + 7_200_000).toISOString() }));
});

async function show(given: unknown = decision, takes = true, denied = <Denied permission="invoices.refund" />) {
  const source = sourceOf(held, {
    signIn,
    explain: {
      consoleUrl: 'https://licet.example',
      decision: async () => given as OwnDecision,
      ask: async () => Promise.reject(new Error('not asked for here')),
      withdraw: async () => Promise.reject(new Error('not asked for here')),
      catalogue: async () => Promise.reject(new Error('not asked for here')),
      onDecided: () => () => {},
      ...(takes && { takeAtOnce: take, offersAtOnce: async () => ({ items: [{ role, seconds: 7200 }] }) }),
    },
  });
  const { box } = render(<AccessProvider source={source}>{denied}</AccessProvider>);
  const panel = () => box.querySelector('licet-denied')?.shadowRoot;
  const turns = async (n: number) => {
    for (let turn = 0; turn < n; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  };
  await turns(20);
  // Wait, because the code for emergency access is loaded only when it is offered.
  for (
    let wait = 0;
    takes && given === decision && wait < 100 && !/at once/.test(panel()?.textContent ?? '');
    wait += 1
  )
    await turns(5);
  const button = (name: string) =>
    [...(panel()?.querySelectorAll('button') ?? [])].find((it) => it.textContent === name);
  return {
    text: () => panel()?.textContent ?? '',
    button,
    press: (name: string) => act(async () => button(name)?.click()),
    field: () => [...(panel()?.querySelectorAll('textarea') ?? [])].at(-1),
    type: (text: string) =>
      act(async () => {
        const area = [...(panel()?.querySelectorAll('textarea') ?? [])].at(-1);
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
        area?.dispatchEvent(new Event('input', { bubbles: true }));
      }),
  };
}

test('takes an emergency role with a reason, and shows until when the user has it', async () => {
  const page = await show();
  expect(page.text()).toContain('You may take the role approver at once, for 2 hours.');
  expect(page.text()).not.toContain('The owners are told');
  await page.press('Take it now…');
  expect(page.text()).toContain('The owners are notified immediately');
  await page.press('Take it now');
  expect(page.text()).toContain('Say why it cannot wait');
  expect(take).not.toHaveBeenCalled();
  await page.type('  Nobody answers ');
  await page.press('Take it now');
  expect(take).toHaveBeenCalledWith('approver', 'Nobody answers');
  expect(page.text()).toMatch(/You have the role approver until (tomorrow, )?\d\d:\d\d/);
  expect(sessionStorage.length).toBe(0);
});

test('offers the refused role only if the user may take it in an emergency', async () => {
  const page = await show(decision, true, <Denied role="approver" />);
  expect(page.text()).toContain('You may take the role approver at once, for 2 hours.');
  const other = await show({}, true, <Denied role="auditor" />);
  expect(other.text()).toContain('Ask for access');
  expect(other.text()).not.toContain('at once');
});

test('sends the user to a required sign-in, and restores the typed text', async () => {
  take.mockRejectedValue(new LicetError('sign_in_again', { title: 'Sign in again.' }));
  const page = await show();
  await page.press('Take it now…');
  await page.type('Nobody answers');
  await page.press('Take it now');
  expect(page.text()).toContain('Sign in again first.');
  await page.press('Sign in again');
  expect(signIn).toHaveBeenCalledWith({ parameters: { max_age: '0' } });
  const again = await show();
  expect(again.field()?.value).toBe('Nobody answers');
  await again.press('Cancel');
  expect(sessionStorage.length).toBe(0);
});

test('shows why taking a role was refused, and hides the button without a valid offer', async () => {
  take.mockRejectedValue(new LicetError('throttled', { title: 'Too often.', detail: 'Five times within a day.' }));
  const page = await show();
  await page.press('Take it now…');
  await page.type('Nobody answers');
  await page.press('Take it now');
  expect(page.text()).toContain('Five times within a day.');
  expect(page.button('Take it now')).toBeDefined();
  for (const [given, takes] of [
    [{ ...decision, atOnce: null }, true],
    [{ ...decision, atOnce: {} }, true],
    [{ ...decision, atOnce: { role: { ...role, title: {} }, seconds: 60 } }, true],
    [decision, false],
  ] as const) {
    const other = await show(given, takes);
    expect(other.text()).toContain('You do not have the permission');
    expect(other.text()).not.toContain('at once');
  }
});
