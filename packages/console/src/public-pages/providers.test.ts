import type { OfferedProvider } from '@licet/contract';
import { expect, test } from 'vitest';
import { providerOf } from './providers.tsx';

const acme: OfferedProvider = {
  id: 'acme',
  name: 'Acme',
  kind: 'openid',
  domains: ['acme.example', 'xn--bcher-kva.example'],
};
const other: OfferedProvider = { id: 'other', name: 'Other', kind: 'openid', domains: ['xn--strae-oqa.example'] };
const providers = [acme, other];

test.each([
  'maya@acme.example',
  ' Maya@ACME.example',
  'x@bücher.example',
  'x@XN--BCHER-KVA.example',
  '\u200bx@bücher.example\u00a0',
])('%j leads to the provider of its domain', (login) => expect(providerOf(providers, login)).toBe(acme));

test.each(['maya', 'maya@', '@', 'maya@acme.example.org', 'x@bucher.example', 'x@strasse.example', 'x@аcme.example'])(
  '%j leads to no provider',
  (login) => expect(providerOf(providers, login)).toBeUndefined(),
);
