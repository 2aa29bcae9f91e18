// @vitest-environment jsdom
import type { Application, OpenIdClient } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { preloadDialog } from '../../../ui/dialog.tsx';
import { useForm } from '../../../ui/form.ts';
import { leave, render } from '../../../ui/render.testing.tsx';
import { ClientFields } from './client-fields.tsx';
import { type ClientValues, clientBody, clientSchema, noClient } from './client-form.ts';
import { ClientKeys } from './client-keys.tsx';
import { NewClient } from './new-client.tsx';
import { formWords, keyWords } from './words.ts';

beforeAll(async () => {
  await preloadDialog();
});

vi.mock('../../../session/client.ts', () => ({ client: { clients: { keys: async () => ({ items: [] }) } } }));

const application = { id: 'ledger', name: 'Ledger' } as Application;
const inField = (name: string) => (document.getElementById(`client-${name}`) as HTMLInputElement).value;

beforeEach(() => sessionStorage.clear());

it('fills in the sign-out address and the web origin from the redirect address until others are typed', async () => {
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <NewClient application={application} onClose={() => undefined} onCreated={() => undefined} />
    </QueryClientProvider>,
  );
  await page.type('client-redirectUris', 'https://ledger.example/callback');
  expect(inField('postLogoutRedirectUris')).toBe('https://ledger.example/');
  expect(inField('webOrigins')).toBe('https://ledger.example');
  await page.type('client-postLogoutRedirectUris', 'https://ledger.example/bye');
  await page.type('client-redirectUris', 'https://books.example/callback');
  expect(inField('postLogoutRedirectUris')).toBe('https://ledger.example/bye');
  expect(inField('webOrigins')).toBe('https://books.example');
});

function Fields({ initial }: { initial: ClientValues }) {
  const form = useForm({ schema: clientSchema, entry: clientBody, initial, submit: () => undefined }, 'client');
  return <ClientFields form={form} />;
}

it('offers to add the sign-out address and the web origin of an existing redirect address', async () => {
  const page = await render(<Fields initial={{ ...noClient, redirectUris: 'https://ledger.example/callback' }} />);
  await page.click('Add https://ledger.example/');
  await page.click('Add https://ledger.example');
  expect([inField('postLogoutRedirectUris'), inField('webOrigins')]).toEqual([
    'https://ledger.example/',
    'https://ledger.example',
  ]);
});

it('warns about the risk without PKCE, and lets only a client with a secret turn it off', async () => {
  await render(<Fields initial={{ ...noClient, kind: 'server' }} />);
  const box = document.getElementById('client-requirePkce') as HTMLInputElement;
  expect(box.checked).toBe(true);
  expect(document.body.textContent).not.toContain(formWords.pkceOff);
  await act(async () => box.click());
  expect(box.checked).toBe(false);
  expect(document.body.textContent).toContain(formWords.pkceOff);
  const typed = { ...noClient, name: 'x', requirePkce: false };
  expect([
    clientBody({ ...typed, kind: 'server' }).requirePkce,
    clientBody({ ...typed, kind: 'browser' }).requirePkce,
  ]).toEqual([false, true]);
});

it('reads public keys as a set, a list or one key, and rejects private keys and other text', () => {
  const typed = { ...noClient, kind: 'service', name: 'x' } as const;
  const key = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };
  for (const text of [{ keys: [key] }, [key], key])
    expect(clientBody({ ...typed, publicKeys: JSON.stringify(text) }).publicKeys).toEqual([key]);
  expect(clientBody({ ...typed, kind: 'browser', publicKeys: '{}' }).publicKeys).toEqual([]);
  for (const text of ['nonsense', 'null', '[7]', JSON.stringify({ ...key, d: 'd' })]) {
    const parsed = clientSchema.safeParse(clientBody({ ...typed, publicKeys: text }));
    expect(parsed).toEqual({
      success: false,
      error: { issues: [{ path: ['publicKeys'], message: formWords.keysUnreadable }] },
    });
  }
});

const client = { application: 'ledger', id: 'c1', name: 'Night job' } as OpenIdClient;
const renderKeys = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientKeys client={client} mayChange onSecret={() => undefined} />
    </QueryClientProvider>,
  );
const nameField = () => document.getElementById('key-name') as HTMLInputElement | null;

it('restores the dialog of a new key and its typed name after a sign-in, unless it was closed', async () => {
  const page = await renderKeys();
  await page.click(keyWords.make);
  await page.type('key-name', 'Second');
  await leave(page);
  const back = await renderKeys();
  expect(nameField()?.value).toBe('Second');
  await back.click(keyWords.cancel);
  await leave(back);
  await renderKeys();
  expect(nameField()).toBeNull();
});
