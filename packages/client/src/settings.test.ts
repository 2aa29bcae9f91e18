import { expect, test } from 'vitest';
import { createLicet } from './index.ts';

const options = { issuer: 'https://id.example', clientId: 'c', audience: 'ledger' };

test('rejects an option that is undefined, and names it', () => {
  for (const name of ['issuer', 'clientId', 'audience'])
    for (const nothing of [undefined, ''])
      expect(() => createLicet({ ...options, [name]: nothing })).toThrow(
        new TypeError(`“${name}” is missing. Give it to createLicet.`),
      );
});
