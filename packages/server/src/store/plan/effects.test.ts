import { expect, test } from 'vitest';
import { Comparison } from './comparison.ts';
import { together } from './effects.ts';

test('what everybody of a large organisation loses, each half by another way, is one effect', () => {
  const reads = { name: 'reader', roles: new Set(['reader']), permissions: new Set(['read']), admin: false };
  const half = (of: string) => Array.from({ length: 200_000 }, (_, no) => `${of}${no}`);
  const alike = ['one', 'other'].map((role) => ({
    application: 'shop',
    ...{ had: [role], has: [], gone: [], holders: half(role) },
  }));
  const brought = new Map(['one', 'other'].map((role) => [role, reads]));
  const [effect, ...more] = together(alike, new Comparison(brought, new Map()));
  expect(more).toEqual([]);
  expect(effect?.holders).toHaveLength(400_000);
  expect(effect?.loses).toEqual({ roles: ['reader'], permissions: ['read'] });
});
