import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './router.tsx';

it('search parameters are strings, and the URL contains them without JSON quotes', () => {
  expect(stringifySearch({ q: '123', tab: 'true', add: undefined })).toBe('?q=123&tab=true');
  expect(parseSearch('?q=123&tab=null&add=1')).toEqual({ q: '123', tab: 'null', add: '1' });
  expect(parseSearch(stringifySearch({ q: 'a&b=c "d" {e}' }))).toEqual({ q: 'a&b=c "d" {e}' });
});
