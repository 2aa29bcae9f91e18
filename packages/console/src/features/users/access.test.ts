import { describe, expect, it } from 'vitest';
import { kilobytes, tokenFit, tokenNote, tokenWords } from './access-tab.tsx';
import { endOfAccess } from './access-table.tsx';

const path = (ends: string | null) => ({
  grant: 'g',
  groups: [],
  roles: [],
  admin: false,
  starts: '2026-01-01T00:00:00.000Z',
  ends,
  grantedBy: 'Chiara Benedetti',
  reason: '',
  request: null,
});

describe('the end of access', () => {
  it('is the end of the last path', () => {
    const item = { paths: [path('2026-12-01T00:00:00.000Z'), path('2026-12-03T00:00:00.000Z')], pathCount: 2 };
    expect(endOfAccess(item)).toBe('2026-12-03T00:00:00.000Z');
  });

  it('is open if one path has no end', () => {
    expect(endOfAccess({ paths: [path('2026-12-01T00:00:00.000Z'), path(null)], pathCount: 2 })).toBeNull();
  });

  it('is open if some paths are not listed', () => {
    expect(endOfAccess({ paths: [path('2026-12-01T00:00:00.000Z')], pathCount: 21 })).toBeNull();
  });
});

describe('the size of a token', () => {
  it('is given in kB, with the limit', () => {
    expect(kilobytes(612)).toBe('0.6');
    expect(kilobytes(412_000)).toBe('402');
    expect(tokenWords(612)).toBe('token 0.6 of 6 kB');
  });

  it('is explained near the limit and beyond it', () => {
    expect(tokenFit(4096)).toBe('fits');
    expect(tokenNote(4096)).toBeUndefined();
    expect(tokenFit(4097)).toBe('near');
    expect(tokenNote(5000)).toContain('4.9 of 6 kB');
    expect(tokenFit(6144)).toBe('near');
    expect(tokenFit(6145)).toBe('reference');
    expect(tokenWords(412_000)).toBe('402 kB, fetched by reference');
  });
});
