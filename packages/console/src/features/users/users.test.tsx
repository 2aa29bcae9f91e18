// @vitest-environment jsdom
import { calls, newUser, type UserRow } from '@licet/contract';
import { describe, expect, it } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { filterOf, noFilter, readUsers } from './address.ts';
import { userColumns } from './user-columns.tsx';
import { entryOf, noValues } from './user-fields.tsx';

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

it('names ten of a hundred roles in the tooltip, and counts the others', async () => {
  const roles = Array.from({ length: 100 }, (_, at) => ({ application: 'ledger', name: `role-${at + 1}` }));
  const cell = userColumns.find(({ id }) => id === 'roles')?.cell({ roles } as UserRow);
  const { element } = await render(cell);
  const [title = ''] = [...element.querySelectorAll('[title]')].map((named) => named.getAttribute('title') ?? '');
  expect(title.match(/ledger role-/g)).toHaveLength(10);
  expect(title).toMatch(/and 90 more$/);
});

describe("the values of a user's form", () => {
  it('lose surrounding spaces, and send an empty e-mail or job title as null', () => {
    const entry = entryOf({ ...noValues, name: ' Maya Lindqvist ', username: 'maya ', email: '  ', jobTitle: ' ' });
    expect(newUser.parse(entry)).toEqual({ name: 'Maya Lindqvist', username: 'maya', email: null, jobTitle: null });
    expect(entryOf({ ...noValues, jobTitle: ' Head of Audit ' }).jobTitle).toBe('Head of Audit');
  });

  it('are validated by the contract, field by field', () => {
    const parsed = newUser.safeParse(entryOf({ ...noValues, username: 'maya@home', email: 'maya' }));
    const fields = parsed.error?.issues.map((issue) => issue.path[0]);
    expect(new Set(fields)).toEqual(new Set(['name', 'username', 'email']));
  });
});
