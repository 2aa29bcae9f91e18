import { describe, expect, it } from 'vitest';
import { endOfAccess } from './end-of-access.ts';

const path = (ends: string | null) => ({
  grant: 'g',
  groups: [],
  roles: [],
  admin: false,
  starts: '2026-01-01T00:00:00.000Z',
  ends,
  reason: '',
  request: null,
});

describe('when access ends', () => {
  it('is with the last of its ways', () => {
    const item = { paths: [path('2026-12-01T00:00:00.000Z'), path('2026-12-03T00:00:00.000Z')], pathCount: 2 };
    expect(endOfAccess(item)).toBe('2026-12-03T00:00:00.000Z');
  });

  it('is never when one way has no end', () => {
    expect(endOfAccess({ paths: [path('2026-12-01T00:00:00.000Z'), path(null)], pathCount: 2 })).toBeNull();
  });

  it('is not claimed when some ways are not shown', () => {
    expect(endOfAccess({ paths: [path('2026-12-01T00:00:00.000Z')], pathCount: 21 })).toBeNull();
  });
});
