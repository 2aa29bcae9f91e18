import { expect, it } from 'vitest';
import { pageOfClients } from './page-of-clients.ts';

const web = { kind: 'browser', redirectUris: ['https://ledger.example/app/back'], postLogoutRedirectUris: [] } as const;
const clients = (...all: readonly object[]) => all.map((one) => ({ ...web, ...one })) as never;

it('returns the page after sign-out, or else the root of the site of the redirect address', () => {
  expect(pageOfClients(clients({ postLogoutRedirectUris: ['https://ledger.example/app/'] }))).toBe(
    'https://ledger.example/app/',
  );
  expect(pageOfClients(clients({}))).toBe('https://ledger.example/');
});

it('returns undefined for several sites, for no site, and for programs without a web page', () => {
  expect(pageOfClients(clients({}, { redirectUris: ['https://other.example/'] }))).toBeUndefined();
  expect(pageOfClients([])).toBeUndefined();
  expect(pageOfClients(clients({ kind: 'native', redirectUris: ['com.example.ledger:/back'] }))).toBeUndefined();
  expect(pageOfClients(clients({ redirectUris: ['com.example.ledger:/back'] }))).toBeUndefined();
});

it('ignores service clients, because users never open them', () => {
  expect(pageOfClients(clients({}, { kind: 'service', redirectUris: [] }))).toBe('https://ledger.example/');
});
