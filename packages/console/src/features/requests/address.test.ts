import { describe, expect, it } from 'vitest';
import { readRequests } from './address.ts';

describe('the address of the requests', () => {
  it('says which list, which request, and what the form begins with', () => {
    const said = { view: 'mine', request: 'r1', add: '1', application: 'ledger', permission: 'invoices.refund' };
    expect(readRequests(said)).toEqual(said);
  });

  it('is read without what is not understood', () => {
    for (const view of ['constructor', '__proto__', 'Waiting', 1, null, ['mine']])
      expect(readRequests({ view, add: 'yes', request: 'x'.repeat(10_000), role: {} })).toEqual({});
  });
});
