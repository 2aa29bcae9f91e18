// @vitest-environment jsdom
import type { SignInDetails } from '@licet/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from '../ui/render.testing.tsx';
import { detailsWith } from './details.testing.ts';
import { SignInPage } from './sign-in-page.tsx';
import { signInWords } from './words.ts';

// The page calls `matchMedia` when it loads, but jsdom has no such function.
vi.hoisted(() => Object.assign(globalThis, { matchMedia: () => ({ matches: false, addEventListener: () => {} }) }));

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

const linkAt = async (address: string) => {
  history.replaceState(null, '', address);
  vi.stubGlobal('fetch', async () => Response.json(detailsWith({})));
  const { element } = await render(<SignInPage uid="x" />);
  return vi.waitFor(() => element.querySelector('a[href^="/forgot"]')?.getAttribute('href') ?? expect.fail('no link'));
};

it('the link to the forgotten-password page keeps the language that the application requested', async () => {
  expect(await linkAt('/sign-in/x?ui_locales=de-AT%20en')).toBe('/forgot?ui_locales=de-AT+en');
  expect(await linkAt('/sign-in/x')).toBe('/forgot');
});

const pageFor = async (special: Partial<SignInDetails>) => {
  vi.stubGlobal('fetch', async () => Response.json(detailsWith(special)));
  const { element } = await render(<SignInPage uid="x" />);
  await vi.waitFor(() => element.querySelector('a[href^="/forgot"]') ?? expect.fail('not loaded'));
  return element;
};

it('tells a signed-in user why they must sign in again, and fills in their username', async () => {
  const again = await pageFor({ again: true, loginHint: 'anna' });
  expect(again.textContent).toContain(signInWords.again);
  expect(again.querySelector<HTMLInputElement>('input[name="login"]')?.value).toBe('anna');
  expect((await pageFor({ again: false })).textContent).not.toContain(signInWords.again);
});
