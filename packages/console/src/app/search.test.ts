import { describe, expect, it } from 'vitest';
import { parseSearch, searchReader, stringifySearch } from './search.ts';

describe('the search of an address', () => {
  const read = searchReader(['q', 'tab', 'add']);

  it('keeps what the screen knows, as words', () => {
    expect(read({ q: '123', tab: 'grants', evil: 'x' })).toEqual({ q: '123', tab: 'grants' });
    expect(read({ q: 7, add: true })).toEqual({ q: '7', add: 'true' });
  });

  it('drops what is empty, nested, or inherited', () => {
    expect(read({ q: '', tab: { a: 1 }, add: ['x'] })).toEqual({});
    expect(searchReader(['constructor', 'toString'])({})).toEqual({});
  });

  it('writes and reads addresses as people type them', () => {
    expect(stringifySearch({ q: '123', tab: 'true', add: undefined })).toBe('?q=123&tab=true');
    expect(read(parseSearch('?q=123&tab=null&add=1'))).toEqual({ q: '123', tab: 'null', add: '1' });
    expect(read(parseSearch(stringifySearch({ q: 'a&b=c "d" {e}' })))).toEqual({ q: 'a&b=c "d" {e}' });
  });
});
