// @vitest-environment jsdom
import type { SignInOptions, SignInState } from '@licet/client';
import { act, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AccessProvider, Guard, type StepUpHandle, useStepUp } from './index.ts';
import { render } from './testing/render.ts';
import { sourceOf, tokenOf } from './testing/tokens.ts';

const strong = 'urn:licet:acr:multi-factor';
const now = () => Math.floor(Date.now() / 1000);
const held = (claims: Record<string, unknown>): SignInState => ({
  status: 'held',
  token: tokenOf({ permissions: ['a'], name: 'Zoë', ...claims }),
});
const signingIn = () => vi.fn<(options?: SignInOptions) => Promise<void>>(async () => {});
const late = () =>
  act(async () => {
    await Promise.all([import('./step-up-gate.tsx'), import('./step-up.ts'), import('./kept-fields.ts')]);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

beforeEach(() => sessionStorage.clear());

/** A form with one field that React controls, and with other fields that only the browser manages. */
function Transfer({ use }: { readonly use: (handle: StepUpHandle) => void }) {
  const [amount, setAmount] = useState('');
  const handle = useStepUp();
  use(handle);
  return (
    <form ref={handle.form} name="transfer">
      <input name="amount" value={amount} onChange={({ target }) => setAmount(target.value)} />
      <textarea name="note" />
      <select name="from" defaultValue="one">
        <option>one</option>
        <option>two</option>
      </select>
      <input type="checkbox" name="urgent" />
      <input type="radio" name="way" value="post" />
      <input type="radio" name="way" value="wire" />
      <input type="password" name="pin" />
      <input name="code" autoComplete="one-time-code" />
      <output>{amount}</output>
    </form>
  );
}

const show = (state: SignInState, signIn = signingIn()) => {
  let handle: StepUpHandle | undefined;
  const source = sourceOf(state, { signIn });
  const shown = render(
    <AccessProvider source={source}>
      <Guard permission="a">
        <Transfer
          use={(given) => {
            handle = given;
          }}
        />
      </Guard>
    </AccessProvider>,
  );
  const field = (name: string, index = 0) =>
    shown.box.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)[index] ?? document.createElement('input');
  const stepUp = (asked: Parameters<StepUpHandle['stepUp']>[0]) => handle?.stepUp(asked);
  return { ...shown, source, field, stepUp, signIn };
};

const challenge = (parameters: string) =>
  new Response('{}', {
    status: 401,
    headers: { 'www-authenticate': `DPoP error="insufficient_user_authentication"${parameters}, algs="ES256", Bearer` },
  });

const fillIn = ({ field }: ReturnType<typeof show>) =>
  act(() => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(field('amount'), '1200');
    field('amount').dispatchEvent(new Event('input', { bubbles: true }));
    field('note').value = 'for Ines';
    field('from').value = 'two';
    field('urgent').click();
    field('way', 1).click();
    field('pin').value = '1234';
    field('code').value = '567890';
  });

describe('useStepUp', () => {
  test('starts the sign-in that the challenge or the body of a reply requires', async () => {
    const { stepUp, signIn } = show(held({}));
    expect(await stepUp(challenge(`, acr_values="${strong} other", max_age="300"`))).toBe(true);
    expect(signIn).toHaveBeenLastCalledWith({ parameters: { acr_values: `${strong} other`, max_age: '300' } });
    expect(await stepUp(Response.json({ code: 'sign_in_again', max_age: 60 }, { status: 401 }))).toBe(true);
    expect(signIn).toHaveBeenLastCalledWith({ parameters: { max_age: '60' } });
    expect(await stepUp(challenge(', max_age=600'))).toBe(true);
    expect(signIn).toHaveBeenLastCalledWith({ parameters: { max_age: '600' } });
    expect(await stepUp({ acr: strong })).toBe(true);
    expect(signIn).toHaveBeenLastCalledWith({ parameters: { acr_values: strong } });
  });

  test('ignores any other reply, and leaves its body readable', async () => {
    const { stepUp, signIn } = show(held({}));
    const refused = Response.json({ code: 'token_expired' }, { status: 401 });
    for (const reply of [refused, Response.json({ code: 'sign_in_again' }, { status: 403 }), new Response('ok')])
      expect(await stepUp(reply)).toBe(false);
    expect(await refused.json()).toEqual({ code: 'token_expired' });
    expect(signIn).not.toHaveBeenCalled();
  });

  test('restores typed text once, for the same user and place, without secrets', async () => {
    const before = show(held({ sub: 'ada' }));
    fillIn(before);
    expect(await before.stepUp(challenge(', max_age="300"'))).toBe(true);
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/1234|567890/);
    before.again(null);

    const after = show(held({ sub: 'ada' }));
    await late();
    expect(after.text(), 'React has heard of it').toContain('1200');
    expect(after.field('note').value).toBe('for Ines');
    expect(after.field('from').value).toBe('two');
    expect([after.field('urgent').checked, after.field('way').checked, after.field('way', 1).checked]).toEqual([
      true,
      false,
      true,
    ]);
    expect([after.field('pin').value, after.field('code').value]).toEqual(['', '']);
    after.again(null);

    const later = show(held({ sub: 'ada' }));
    await late();
    expect(later.field('note').value).toBe('');
  });

  test('hides typed text from another user', async () => {
    const before = show(held({ sub: 'ada' }));
    fillIn(before);
    await before.stepUp({ maxAge: 300 });
    before.again(null);
    const after = show(held({ sub: 'mallory' }));
    await late();
    expect(after.field('note').value).toBe('');
    expect(sessionStorage.getItem('licet.kept-fields')).toBeNull();
  });

  test.each([
    ['another user has signed in', held({ sub: 'mallory' }), false],
    ['the same user’s next token is loading', { status: 'loading' } as const, true],
  ])('stores typed text only under its own user: %s', async (_, next, leaves) => {
    const before = show(held({ sub: 'ada' }));
    fillIn(before);
    const leaving = before.stepUp(challenge(', max_age="300"'));
    act(() => before.source.hold(next));
    expect(await leaving).toBe(leaves);
    expect(before.signIn).toHaveBeenCalledTimes(Number(leaves));
    before.again(null);
    const mallory = show(held({ sub: 'mallory' }));
    await late();
    expect(mallory.field('note').value).toBe('');
  });

  test('stores typed text while the token is loading', async () => {
    const before = show(held({ sub: 'ada' }));
    fillIn(before);
    act(() => before.source.hold({ status: 'loading' }));
    expect(await before.stepUp(challenge(', max_age="300"'))).toBe(true);
    before.again(null);
    const after = show(held({ sub: 'ada' }));
    await late();
    expect(after.field('note').value).toBe('for Ines');
  });

  test('does not repeat a sign-in for a factor that the user lacks', async () => {
    const first = show(held({ auth_time: now() - 600 }));
    expect(await first.stepUp({ acr: strong })).toBe(true);
    first.again(null);
    const back = show(held({ auth_time: now() }));
    expect(await back.stepUp({ acr: strong }), 'signed in anew, no stronger').toBe(false);
    expect(back.signIn).not.toHaveBeenCalled();
    expect(await back.stepUp({ maxAge: 0 }), 'age alone can be had again').toBe(true);
  });
});

describe('Guard with maxAge and acr', () => {
  const guard = (state: SignInState, signIn = signingIn()) => {
    const source = sourceOf(state, { signIn });
    const shown = render(
      <AccessProvider source={source}>
        <Guard permission="a" maxAge={300} acr={strong} loading="wait" fallback="no">
          yes
        </Guard>
      </AccessProvider>,
    );
    return { ...shown, source, signIn };
  };

  test('admits users with a recent, strong sign-in, and keeps them as time passes', async () => {
    const { text, source, signIn } = guard(held({ auth_time: now() - 10, acr: strong }));
    await late();
    expect(text()).toBe('yes');
    act(() => source.hold(held({ auth_time: now() - 1000, acr: strong })));
    expect(text()).toBe('yes');
    expect(signIn).not.toHaveBeenCalled();
  });

  test('starts one sign-in to replace an older or weaker one, and shows an explanation if that was not enough', async () => {
    const { text, signIn } = guard(held({ auth_time: now() - 1000, acr: strong }));
    await late();
    expect(text()).toBe('wait');
    expect(signIn).toHaveBeenCalledExactlyOnceWith({ parameters: { max_age: '300', acr_values: strong } });
    const back = guard(held({ auth_time: now() }));
    await late();
    expect(back.text()).toContain('Add a second factor');
    expect(back.signIn).not.toHaveBeenCalled();
  });

  test('starts no sign-in for users without the permission', async () => {
    const { text, signIn } = guard(held({ permissions: [] }));
    await late();
    expect(text()).toBe('no');
    expect(signIn).not.toHaveBeenCalled();
  });
});
