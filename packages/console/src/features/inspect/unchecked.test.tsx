// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { readToken } from './reading.ts';
import { sampleToken } from './token-field.tsx';
import { Validity } from './validity.tsx';

const loading = vi.hoisted(() => ({ fail: () => {} }));
vi.mock('./signature.ts', () => ({
  checkSignature: () =>
    new Promise((_, reject) => {
      loading.fail = () => reject(new TypeError('Failed to fetch dynamically imported module'));
    }),
}));

test('a token with pasted keys is not called valid while its check runs, nor after the check failed', async () => {
  const reading = readToken(sampleToken('valid', Date.now() / 1000));
  if (!reading.token) throw new Error('The token is malformed.');
  const { element, close } = await render(<Validity token={reading.token} reading={reading} keys="a key" />);
  const said = () => [...element.querySelectorAll('h2, .visually-hidden')].map(({ textContent }) => textContent);
  expect(said()).toEqual(['Checking the signature', 'Checking the signature.']);
  await act(async () => loading.fail());
  await vi.waitFor(() => expect(said()).toEqual(['Not checked', 'Not checked.']));
  expect(element.textContent).toContain('Reload the page');
  await close();
});
