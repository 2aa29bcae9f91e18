import { expect, it } from 'vitest';
import { examplePermission } from './example-permission.ts';

const catalogue = [
  { name: 'invoices.read', roles: 3 },
  { name: 'invoices.refund', roles: 0 },
  { name: 'invoices.send', roles: 1 },
];

it('takes the permission that the viewer lacks and the fewest roles bring', () => {
  expect(examplePermission(catalogue, new Set())).toEqual({ name: 'invoices.refund', permitted: false });
  expect(examplePermission(catalogue, new Set(['invoices.refund']))).toEqual({
    name: 'invoices.send',
    permitted: false,
  });
});

it('says so where the viewer has all of them', () => {
  const first = { name: 'invoices.refund', permitted: true };
  expect(examplePermission(catalogue, 'all')).toEqual(first);
  expect(examplePermission(catalogue, new Set(catalogue.map(({ name }) => name)))).toEqual(first);
  expect(examplePermission([], new Set())).toBeNull();
});
