import { calls } from '@licet/contract';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { addressReader, flag } from './read-address.ts';

describe('the address of a list', () => {
  const read = addressReader(calls.groups.members.query, { add: flag, tab: z.enum(['members', 'grants']) });

  it('keeps the parameters of the API call and of the screen, as text', () => {
    const all = { q: '123', sort: '-since', cursor: 'c', kind: 'user', add: '1', tab: 'grants' };
    expect(read(all)).toEqual(all);
  });

  it('drops each unknown, empty or invalid parameter', () => {
    expect(read({ q: 'ledger', sort: 'weight', kind: 'robot', add: 'yes', tab: 'secrets', evil: 'x' })).toEqual({
      q: 'ledger',
    });
    expect(read({ q: '', cursor: ['a', 'b'], tab: { a: 1 }, sort: 'name' })).toEqual({ sort: 'name' });
    expect(addressReader(calls.groups.members.query, { toString: z.string() })({})).toEqual({});
  });

  it('ignores a page size in the address', () => {
    expect(read({ limit: '5' })).toEqual({});
  });
});
