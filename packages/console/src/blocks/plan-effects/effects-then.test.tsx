// @vitest-environment jsdom
import type { PlanEffect } from '@licet/contract';
import { expect, it } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { EffectsThen } from './effects-then.tsx';
import { words as german } from './words.de.ts';

const at = '2026-11-27T00:00:00.000000Z';
const none = { roles: [], permissions: [] };
const effect = (more: Partial<PlanEffect>): PlanEffect => ({
  application: { id: 'shop', name: 'Shop' },
  at,
  gains: none,
  loses: none,
  keeps: [],
  keptBy: none,
  count: 1,
  holders: [{ kind: 'user', id: 'ana', name: 'Ana' }],
  ...more,
});

it('names a user with unlisted changes before the other lines', async () => {
  const many = Array.from({ length: 30 }, (_, n) => effect({ loses: { roles: [], permissions: [`sell:${n}`] } }));
  const { element } = await render(<EffectsThen effects={[...many, effect({ notListed: true })]} at={at} />);
  const [first, ...others] = element.querySelectorAll('li');
  expect(first?.textContent).toContain('Not every change for Ana in Shop is listed here');
  expect(others.length).toBeLessThan(many.length);
});

it('names a user with unlisted changes in German', () => {
  expect(german.notListed).toMatch(/\{who\} in \{application\} .* nicht vollständig aufgeführt/);
});
