import { expect, test } from 'vitest';
import { type Provider, providerOf } from './providers.tsx';

const acme: Provider = { id: 'acme', name: 'Acme', domains: ['acme.example', 'xn--bcher-kva.example'] };
const providers = [acme, { id: 'other', name: 'Other', domains: ['xn--strae-oqa.example'] }];

test.each([
  'maya@acme.example',
  ' Maya@ACME.example',
  'x@bücher.example',
  'x@XN--BCHER-KVA.example',
  '\u200bx@bücher.example\u00a0',
])('%j leads to the provider of its domain', (login) => expect(providerOf(providers, login)).toBe(acme));

test.each(['maya', 'maya@', '@', 'maya@acme.example.org', 'x@bucher.example', 'x@strasse.example', 'x@аcme.example'])(
  '%j leads to none',
  (login) => expect(providerOf(providers, login)).toBeUndefined(),
);
