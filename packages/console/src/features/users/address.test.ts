import { calls } from '@licet/contract';
import { expect, it } from 'vitest';
import { filterOf, noFilter, readUsers } from './address.ts';

const id = '01900000-0000-7000-8000-000000000000';
const filters = {
  q: 'ma',
  status: 'active',
  deletion: 'asked',
  missing: 'recovery',
  group: id,
  username: 'maya',
  application: 'ledger',
  role: id,
  import: 3,
  invitation: 'open',
};

it('reads every filter from the address, sends it to the server, and clears it', () => {
  const { sort: _sort, cursor: _cursor, limit: _limit, at: _at, ...known } = calls.users.list.query.shape;
  expect(Object.keys(filters).sort()).toEqual(Object.keys(known).sort());
  const address = readUsers({ ...filters, import: '3', sort: 'name', cursor: 'x', add: '1' });
  expect(filterOf(address)).toEqual(filters);
  expect(Object.entries({ ...address, ...noFilter }).filter(([, value]) => value !== undefined)).toEqual([
    ['sort', 'name'],
    ['cursor', 'x'],
    ['add', '1'],
  ]);
});
