import { expect, it } from 'vitest';
import { lossOf } from './revoke-grant.tsx';

const id = '01a1fd60-b421-70dc-9693-52f823154a01';

it('says what is lost without a number that nobody has computed', () => {
  const gives = { kind: 'role', id, name: 'approver', title: '' } as const;
  expect(lossOf({ gives, principal: { kind: 'user', id, name: 'Maya' } })).toBe('Maya loses what approver brings');
  expect(lossOf({ gives, principal: { kind: 'group', id, name: 'Finance' } })).toBe(
    'Everybody in Finance loses what approver brings',
  );
  const one = { kind: 'permission', id, name: 'invoices.read', title: '' } as const;
  expect(lossOf({ gives: one, principal: { kind: 'user', id, name: 'Maya' } })).toBe('Maya loses invoices.read');
});
