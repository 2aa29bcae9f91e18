import { describe, expect, it } from 'vitest';
import { readAddress } from './address.ts';

describe('the address of the requests', () => {
  it('says which list, which request, and what the form begins with', () => {
    const said = { view: 'mine', request: 'r1', add: '1', application: 'ledger', permission: 'invoices.refund' };
    expect(readAddress(said)).toEqual(said);
  });

  it('is read without what is not understood', () => {
    for (const view of ['constructor', '__proto__', 'Waiting', 1, null, ['mine']])
      expect(readAddress({ view, add: 'yes', request: 'x'.repeat(10_000), role: {} })).toEqual({});
  });
});
