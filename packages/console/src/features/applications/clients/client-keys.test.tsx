// @vitest-environment jsdom
import type { OpenIdClient } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { leave, render } from '../../../ui/render.testing.tsx';
import { ClientKeys } from './client-keys.tsx';
import { keyWords as words } from './words.ts';

vi.mock('../../../session/client.ts', () => ({ client: { clients: { keys: async () => ({ items: [] }) } } }));

beforeEach(() => sessionStorage.clear());

const client = { application: 'ledger', id: 'c1', name: 'Night job' } as OpenIdClient;
const renderKeys = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientKeys client={client} mayChange onSecret={() => undefined} />
    </QueryClientProvider>,
  );
const nameField = () => document.getElementById('key-name') as HTMLInputElement | null;

it('the dialogue of a new key is there again after the sign-in, with what was typed, and not once it is closed', async () => {
  const page = await renderKeys();
  await page.click(words.make);
  await page.type('key-name', 'Second');
  await leave(page);
  const back = await renderKeys();
  expect(nameField()?.value).toBe('Second');
  await back.click(words.cancel);
  await leave(back);
  await renderKeys();
  expect(nameField()).toBeNull();
});
