// @vitest-environment jsdom
import type { UserRow } from '@licet/contract';
import { expect, it } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { userColumns } from './user-columns.tsx';

it('names ten of a hundred roles in the tooltip, and counts the others', async () => {
  const roles = Array.from({ length: 100 }, (_, at) => ({ application: 'ledger', name: `role-${at + 1}` }));
  const cell = userColumns.find(({ id }) => id === 'roles')?.cell({ roles } as UserRow);
  const { element } = await render(cell);
  const [title = ''] = [...element.querySelectorAll('[title]')].map((named) => named.getAttribute('title') ?? '');
  expect(title.match(/ledger role-/g)).toHaveLength(10);
  expect(title).toMatch(/and 90 more$/);
});
