// @vitest-environment jsdom
import { act } from 'react';
import { expect, it } from 'vitest';
import { setOf } from '../../blocks/permission-set.ts';
import { render } from '../../ui/render.testing.tsx';
import type { Access } from './access.ts';
import type { Bound } from './compute.ts';
import { Proof } from './proof.tsx';

const wants = setOf([0, 1], 2);
const access: Access = {
  application: 'shop',
  permissions: ['read', 'write'].map((name) => ({ id: name, name, title: '' })),
  roles: [],
  holders: ['Ada', 'Ben'].map((name) => ({
    principal: { kind: 'user', id: name, name },
    ends: null,
    grants: [],
    holds: wants,
    wants,
  })),
  left: { direct: 0, admin: 0, kept: 0 },
};
const textOf = async (found: number, bound: Bound | undefined) => {
  const { element } = await render(<Proof access={access} found={found} bound={bound} checking={undefined} />);
  return element;
};
const pairs: Bound['pairs'] = [[0, 1]];

it('shows a shield and says that the number is proven if the lower bound equals it', async () => {
  const element = await textOf(1, { lowerBound: 1, pairs, ms: 3 });
  expect(element.querySelector('h2')?.textContent).toBe('Proven: 1 is the fewest');
  expect(element.querySelector('.fewest-proof-head svg')).not.toBe(null);
  expect(element.textContent).toContain('1 role gives all 4 pairs of holder and permission');
  await act(async () => element.querySelector('button')?.click());
  expect(element.textContent).toContain('Adawrite');
});

it('shows both bounds without the shield if they differ', async () => {
  const element = await textOf(6, { lowerBound: 5, pairs, ms: 3 });
  expect(element.querySelector('h2')?.textContent).toBe('At least 5, at most 6');
  expect(element.querySelector('.fewest-proof-head svg')).toBe(null);
});

it('claims no lower bound before it is checked', async () => {
  const element = await textOf(6, undefined);
  expect(element.querySelector('h2')?.textContent).toBe('At most 6');
  expect(element.textContent).toContain('Not checked in time');
});
