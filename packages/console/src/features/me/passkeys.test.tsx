// @vitest-environment jsdom
import type { OwnCredentials } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { leave, render } from '../../ui/render.testing.tsx';
import { Passkeys } from './passkeys.tsx';
import { credentialWords as words } from './words.ts';

vi.mock('../../session/client.ts', () => ({ client: {} }));

beforeEach(() => sessionStorage.clear());

const renderWith = (freshFor: number) => {
  const freshUntil = new Date(Date.now() + freshFor).toISOString();
  const own = { passkeys: [], freshUntil, provedAt: freshUntil } as unknown as OwnCredentials;
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Passkeys own={own} onCodes={() => undefined} />
    </QueryClientProvider>,
  );
};
const nameField = () => document.getElementById('passkey-name') as HTMLInputElement | null;

it('the dialogue of a new passkey is there again after the sign-in, with what was typed', async () => {
  const page = await renderWith(60_000);
  await page.click(words.addPasskey);
  await page.type('passkey-name', 'Blue key');
  await leave(page);
  await renderWith(60_000);
  expect(nameField()?.value).toBe('Blue key');
});

it('asks for a fresh sign-in before a name is typed', async () => {
  const page = await renderWith(200);
  await new Promise((resolve) => setTimeout(resolve, 250));
  await page.click(words.addPasskey);
  expect(nameField()).toBeNull();
  expect(document.body.textContent).toContain(words.signInLately);
});
