import { expect, test } from 'vitest';
import { createAccess, createLicet } from './index.ts';

const options = { issuer: 'https://id.example', clientId: 'c', audience: 'ledger' };

test('has the status “loading” when it runs on a server', () => {
  const running = process.getActiveResourcesInfo();
  const licet = createLicet(options);
  expect(licet.current()).toEqual({ status: 'loading' });
  expect(licet.current()).toBe(licet.current());
  expect(licet.profile()).toBeUndefined();
  const access = createAccess(licet);
  const stop = access.subscribe(() => {});
  expect(access.snapshot().status).toBe('loading');
  expect(access.can('invoices.read')).toBe(false);
  expect(process.getActiveResourcesInfo()).toEqual(running);
  stop();
  licet.close();
});

test('rejects sign-in, sign-out, renewal and queries when it runs on a server', async () => {
  const licet = createLicet(options);
  for (const call of [licet.signIn, licet.signOut, licet.refresh, licet.explain.catalogue])
    await expect(call()).rejects.toMatchObject({ code: 'no_browser' });
});

test('accepts Licet’s address with or without a final slash', () => {
  expect(createLicet({ ...options, issuer: 'https://id.example/' }).explain.consoleUrl).toBe('https://id.example');
});

test('rejects a missing option, and names it', () => {
  for (const name of ['issuer', 'clientId', 'audience'])
    for (const nothing of [undefined, ''])
      expect(() => createLicet({ ...options, [name]: nothing })).toThrow(
        new TypeError(`“${name}” is missing. Give it to createLicet.`),
      );
});
