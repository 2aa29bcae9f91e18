// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { readToken } from './reading.ts';
import { sampleToken } from './token-field.tsx';
import { Validity } from './validity.tsx';

const key = { kty: 'EC', crv: 'P-256', kid: 'k2', x: 'x', y: 'y' };

test.each([
  ['none of the keys has its id', { alg: 'ES256', kid: 'k1' }, JSON.stringify(key)],
  ['it is not signed', { alg: 'none' }, JSON.stringify(key)],
  ['the keys are unreadable', { alg: 'ES256' }, 'no key'],
])('a token is not called valid if %s', async (_, header, keys) => {
  const [, payload] = sampleToken('valid', Date.now() / 1000).split('.');
  const encoded = btoa(JSON.stringify(header)).replaceAll('=', '');
  const reading = readToken(`${encoded}.${payload}.x`);
  if (!reading.token) throw new Error('The token is malformed.');
  const { element, close } = await render(<Validity token={reading.token} reading={reading} keys={keys} />);
  const said = () => [...element.querySelectorAll('h2, .visually-hidden')].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(said()).toEqual(['Not verified', 'Not verified.']));
  await close();
});
