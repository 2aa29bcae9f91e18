// @vitest-environment jsdom
import type { SignInState } from '@licet/client';
import { act, StrictMode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { AccessProvider, Can, Guard } from './index.ts';
import { render } from './testing/render.ts';
import { sourceOf, tokenOf } from './testing/tokens.ts';

const held = (claims: Record<string, unknown>): SignInState => ({ status: 'held', token: tokenOf(claims) });

// The property `role` of a guard is a role in Licet, not an ARIA role.
const boss = 'b';

/** Waits for the parts that Guard loads later. */
const lateOnes = () => act(async () => void (await import('./denied/denied-card.tsx')));

describe('Guard', () => {
  test('shows its loading, signed-out, refused or permitted content', () => {
    const source = sourceOf({ status: 'loading' });
    const { text } = render(
      <AccessProvider source={source}>
        <Guard permission="a" loading="wait" signedOut="out" fallback="no">
          yes
        </Guard>
      </AccessProvider>,
    );
    const after = (signInState: SignInState) => {
      act(() => source.hold(signInState));
      return text();
    };
    expect(text()).toBe('wait');
    expect(after({ status: 'signed-out' })).toBe('out');
    expect(after(held({}))).toBe('no');
    expect(after(held({ permissions: ['a'] }))).toBe('yes');
    expect(after({ status: 'held', token: 'garbage' })).toBe('out');
  });

  test('starts only one sign-in for several guards', async () => {
    const signIn = vi.fn(() => new Promise<void>(() => {}));
    render(
      <StrictMode>
        <AccessProvider source={sourceOf({ status: 'signed-out' }, { signIn })}>
          <Guard permission="a" />
          <Guard role={boss} />
        </AccessProvider>
      </StrictMode>,
    );
    // The first guard of the process loads the code that signs in.
    await vi.waitFor(() => act(async () => expect(signIn).toHaveBeenCalled()));
    expect(signIn).toHaveBeenCalledTimes(1);
  });

  test('starts no sign-in when the user signs out', () => {
    const signIn = vi.fn(async () => {});
    const source = sourceOf(held({}), { signIn });
    render(
      <AccessProvider source={source}>
        <Guard>in</Guard>
      </AccessProvider>,
    );
    act(() => source.hold({ status: 'signed-out' }));
    expect(signIn).not.toHaveBeenCalled();
  });

  test('shows why a session ended, and signs in only when the user asks', async () => {
    const signIn = vi.fn(async () => {});
    const reason = 'Your session has ended. Sign in again.';
    const source = sourceOf({ status: 'signed-out', reason, code: 'session_ended' }, { signIn });
    const { box, text, again } = render(
      <AccessProvider source={source}>
        <Guard permission="a">in</Guard>
      </AccessProvider>,
    );
    const panel = () => box.querySelector('licet-denied')?.shadowRoot;
    await lateOnes();
    expect(panel()?.textContent).toContain(reason);
    expect(signIn).not.toHaveBeenCalled();
    await act(async () => panel()?.querySelector('button')?.click());
    expect(signIn).toHaveBeenCalledTimes(1);
    again(
      <AccessProvider source={source}>
        <Guard permission="a" signedOut="out" fallback="no" />
      </AccessProvider>,
    );
    expect(text()).toBe('out');
    act(() => source.hold({ status: 'signed-out' }));
    expect([text(), signIn.mock.calls.length]).toEqual(['out', 1]);
  });

  test('signs in for an unreadable token only when the user asks', async () => {
    const signIn = vi.fn(async () => {});
    const source = sourceOf({ status: 'loading' }, { signIn });
    const { box } = render(
      <AccessProvider source={source}>
        <Guard permission="a">in</Guard>
      </AccessProvider>,
    );
    act(() => source.hold({ status: 'held', token: 'garbage' }));
    await lateOnes();
    const panel = box.querySelector('licet-denied')?.shadowRoot;
    expect(panel?.textContent).toContain('Your sign-in cannot be read');
    expect(signIn).not.toHaveBeenCalled();
    await act(async () => panel?.querySelector('button')?.click());
    expect(signIn).toHaveBeenCalledTimes(1);
  });

  test.each([{ permission: undefined }, { role: undefined }, { any: undefined }, { all: undefined }])(
    'refuses every user if a required value is missing: %o',
    (question) => {
      const guard = { ...question, fallback: 'no', children: 'in' } as unknown as { permission: string };
      for (const roles of [[], ['admin']]) {
        const { text } = render(
          <AccessProvider token={tokenOf({ roles, permissions: ['undefined'] })}>
            <Guard {...guard} />
          </AccessProvider>,
        );
        expect(text()).toBe('no');
      }
    },
  );

  test.each(['any', 'all'])('treats a single name as a list of one: %s', async (how) => {
    const guard = { [how]: 'a' } as unknown as { all: string[] };
    const page = (permissions: string[]) => (
      <AccessProvider token={tokenOf({ permissions })}>
        <Guard {...guard}>in</Guard>
      </AccessProvider>
    );
    const { box, text, again } = render(page([]));
    const panel = () => box.querySelector('licet-denied')?.shadowRoot?.textContent;
    await lateOnes();
    expect(panel()).toContain('It requires the permission a.');
    again(page(['a']));
    expect(text()).toBe('in');
  });

  test('without a requirement, admits every signed-in user', () => {
    const page = (token: string | null) => (
      <AccessProvider token={token}>
        <Guard signedOut="out">in</Guard>
      </AccessProvider>
    );
    const { text, again } = render(page(tokenOf({})));
    expect(text()).toBe('in');
    again(page(null));
    expect(text()).toBe('out');
  });

  describe('while an admitted user’s token has expired and no new one has arrived', () => {
    const past = Date.now() / 1000 - 1;
    const run = (source: ReturnType<typeof sourceOf>, claims: Record<string, unknown> = {}) =>
      act(() => source.hold(held({ permissions: ['a', 'b'], ...claims })));
    const show = (guard = { permission: 'a' } as { permission: string }) => {
      const source = sourceOf(held({ permissions: ['a', 'b'] }), { refresh: async () => {} });
      const page = (asks: { permission: string }) => (
        <AccessProvider source={source}>
          <Guard {...asks} loading="wait" fallback="no" signedOut="out">
            <input />
            <Can permission="b">
              <textarea />
            </Can>
          </Guard>
        </AccessProvider>
      );
      const { box, text, again } = render(page(guard));
      const fields = () => [...box.querySelectorAll<HTMLInputElement>('input, textarea')];
      const typed = fields();
      for (const field of typed) field.value = 'half a sentence';
      return { source, box, text, fields, typed, ask: (permission: string) => again(page({ permission })) };
    };

    test('covers the page with an explanation, and keeps typed text', () => {
      const { source, box, fields, typed } = show();
      run(source, { exp: past });
      expect(box.querySelector('dialog')?.textContent).toContain('What you typed is kept');
      expect(fields()).toEqual(typed);
      act(() => source.hold({ status: 'loading' }));
      expect(fields()).toEqual(typed);
      run(source);
      expect(box.querySelector('dialog')).toBeNull();
      expect(fields().map((field) => field.value)).toEqual(['half a sentence', 'half a sentence']);
      expect(fields()).toEqual(typed);
    });

    test('keeps the page inert until the cover is loaded, even if the user presses Escape', async () => {
      vi.resetModules();
      const fresh = await import('./index.ts');
      const source = sourceOf(held({ permissions: ['a'] }), { refresh: async () => {} });
      const { box } = render(
        <fresh.AccessProvider source={source}>
          <fresh.Guard permission="a">
            <input />
          </fresh.Guard>
        </fresh.AccessProvider>,
      );
      run(source, { exp: past });
      const dialog = box.querySelector('dialog');
      if (!dialog) throw new Error('The page is not covered.');
      const show = vi.fn();
      dialog.showModal = show;
      dialog.dispatchEvent(new Event('close'));
      expect(show).toHaveBeenCalledOnce();
    });

    test('hides content that the next token does not permit, even in nested guards', () => {
      const { source, text, fields } = show();
      run(source, { exp: past });
      run(source, { permissions: ['a'] });
      expect(fields().map(({ tagName }) => tagName)).toEqual(['INPUT']);
      run(source, { exp: past });
      run(source, { permissions: ['b'] });
      expect([fields().length, text()]).toEqual([0, 'no']);
      run(source, { exp: past });
      expect([fields().length, text()]).toEqual([0, 'wait']);
    });

    test('shows another user none of the first user’s typed text', () => {
      const { source, fields } = show();
      run(source, { exp: past });
      run(source, { sub: 'bob' });
      expect(fields().map((field) => field.value)).toEqual(['', '']);
    });

    test('shows nothing for a new requirement or after a sign-out', () => {
      const { source, text, ask } = show();
      run(source, { exp: past });
      ask('b');
      expect(text()).toBe('wait');
      run(source);
      run(source, { exp: past });
      act(() => source.hold({ status: 'signed-out' }));
      expect(text()).toBe('out');
    });
  });
});
