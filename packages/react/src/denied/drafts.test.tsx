// @vitest-environment jsdom
import type { ExplainingSource, SignInState } from '@licet/client';
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { AccessProvider, Guard } from '../index.ts';
import { explained, render } from '../testing/render.ts';
import { sourceOf } from '../testing/tokens.ts';
import { Denied } from './index.ts';

const boss = 'boss';
const why = 'Customer paid twice.';
const held = (claims: Record<string, unknown>): SignInState => ({
  status: 'held',
  token: { iss: 'https://id.example', aud: 'ledger', sub: 'maya', exp: Date.now() / 1000 + 300, ...claims },
});
const maya = held({});

// Rejects, because the refusal of a role must not request a decision.
const none = async () => Promise.reject(new Error('not asked for here'));
const asked = { id: 'r1', state: 'pending', reason: why, askedAt: new Date().toISOString(), decision: null };
const explain = {
  decision: none,
  catalogue: none,
  withdraw: none,
  consoleUrl: 'https://id.example',
  onDecided: () => () => {},
  ask: async () => asked,
} as unknown as ExplainingSource;

const panel = (box: Element) => box.querySelector('licet-denied')?.shadowRoot ?? null;
const field = (box: Element) => panel(box)?.querySelector('textarea') ?? null;
const type = (box: Element, text: string) =>
  act(async () => {
    const area = field(box);
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
    area?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const keptInTab = () => Object.values(sessionStorage).join();

const card = async (source: ReturnType<typeof sourceOf>, role = boss) => {
  const { box } = render(
    <AccessProvider source={source}>
      <Denied role={role} />
    </AccessProvider>,
  );
  await explained(box);
  return box;
};
const sourceWith = (state: SignInState) => sourceOf(state, { explain });

beforeEach(() => sessionStorage.clear());

test.each([
  ['another user', held({ sub: 'olu' })],
  ['another issuer', held({ iss: 'https://other.example' })],
  ['another application', held({ aud: 'payroll' })],
])('hides a user’s typed text from %s, in the open card and a new one', async (_, next) => {
  const source = sourceWith(maya);
  const box = await card(source);
  await type(box, why);
  expect(keptInTab()).toContain(why);
  await act(async () => source.hold(next));
  expect(field(box)?.value).toBe('');
  expect(field(await card(sourceWith(next)))?.value).toBe('');
});

test('keeps a user’s typed text across a token renewal, and in a newly opened card', async () => {
  const source = sourceWith(maya);
  const box = await card(source);
  await type(box, why);
  await act(async () => source.hold({ status: 'loading' }));
  await act(async () => source.hold(held({ exp: Date.now() / 1000 + 600 })));
  expect(field(box)?.value).toBe(why);
  expect(field(await card(sourceWith(maya)))?.value).toBe(why);
});

test('shows typed text only for the role for which it was typed', async () => {
  const source = sourceWith(maya);
  const page = (role: string) => (
    <AccessProvider source={source}>
      <Denied role={role} />
    </AccessProvider>
  );
  const { box, again } = render(page('boss'));
  await explained(box);
  await type(box, why);
  again(page('clerk'));
  expect(field(box)?.value).toBe('');
  again(page('boss'));
  expect(field(box)?.value).toBe(why);
});

test.each(['outside of a guard', 'inside a guard'])('deletes drafts at the end of the session: %s', async (where) => {
  const source = sourceWith(maya);
  const refusal = <Denied role={boss} />;
  const { box } = render(
    <AccessProvider source={source}>
      {where === 'inside a guard' ? <Guard signedOut="out">{refusal}</Guard> : refusal}
    </AccessProvider>,
  );
  await explained(box);
  await type(box, why);
  await act(async () => source.hold({ status: 'signed-out' }));
  expect(keptInTab()).not.toContain(why);
  await act(async () => source.hold(maya));
  await explained(box);
  expect(field(box)?.value).toBe('');
});

test.each(['outside of a guard', 'inside a guard'])(
  'deletes drafts when the token property is removed: %s',
  async (where) => {
    const state = (token: SignInState & { token?: unknown }) => token.token as object;
    const page = (token: object | null) => (
      <AccessProvider token={token}>
        {where === 'inside a guard' ? <Guard role={boss} signedOut="out" /> : <Denied role={boss} />}
      </AccessProvider>
    );
    sessionStorage.setItem('licet.drafts', JSON.stringify(['x', ['boss', { why, seconds: 7200 }]]));
    const { again } = render(page(state(maya)));
    again(page(null));
    expect(keptInTab()).not.toContain(why);
  },
);

test('hides a request for a role from the next user', async () => {
  const source = sourceWith(maya);
  const box = await card(source);
  await type(box, why);
  await act(async () => panel(box)?.querySelector<HTMLButtonElement>('button.primary')?.click());
  expect(panel(box)?.textContent).toContain(why);
  await act(async () => source.hold(held({ sub: 'olu' })));
  expect(panel(box)?.textContent).not.toContain(why);
});

test('deletes drafts at the end of the session, even if no explanation was opened on this page', async () => {
  sessionStorage.setItem('licet.drafts', JSON.stringify(['x', ['boss', { why, seconds: 7200 }]]));
  const source = sourceWith(maya);
  render(
    <AccessProvider source={source}>
      <Denied role={boss}>
        <button type="button">Refund</button>
      </Denied>
    </AccessProvider>,
  );
  expect(keptInTab()).toContain(why);
  await act(async () => source.hold({ status: 'signed-out' }));
  expect(keptInTab()).not.toContain(why);
});
