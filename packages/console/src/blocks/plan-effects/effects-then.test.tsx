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

it('the first line says that not all changes of a user are listed', async () => {
  const many = Array.from({ length: 30 }, (_, n) => effect({ loses: { roles: [], permissions: [`sell:${n}`] } }));
  const { element } = await render(<EffectsThen effects={[...many, effect({ notListed: true })]} at={at} />);
  const [first, ...others] = element.querySelectorAll('li');
  expect(first?.textContent).toContain('Not every change for Ana in Shop is listed here');
  expect(others.length).toBeLessThan(many.length);
});

it('says whose changes were not compared, and why', async () => {
  const notCompared = effect({ notListed: true, notCompared: 'holder_too_large' });
  const { element } = await render(<EffectsThen effects={[notCompared]} at={at} />);
  expect(element.textContent).toContain('The changes for Ana in Shop were not computed');
  expect(element.textContent).toContain('There are too many roles and permissions to compare.');
});

it('shows several effects as two short lines until all are requested', async () => {
  const loses = { roles: [], permissions: ['sell:1', 'sell:2'] };
  const holder = (id: string) => ({ kind: 'user' as const, id, name: id });
  const effects = ['Ana', 'Ben', 'Cleo'].map((id) => effect({ loses, holders: [holder(id)] }));
  const page = await render(<EffectsThen effects={effects} at={at} brief />);
  expect(page.element.querySelectorAll('li')).toHaveLength(2);
  expect(page.element.textContent).not.toContain('sell:1');
  await page.click('Show the 3 changes');
  expect(page.element.querySelectorAll('li')).toHaveLength(3);
  expect(page.element.textContent).toContain('sell:1');
});

it('says in German that a user’s changes are not all listed, or were not compared', () => {
  expect(german.notCompared).toMatch(/\{who\} in \{application\} .* nicht verglichen/);
  expect(german.notListed).toMatch(/\{who\} in \{application\} .* nicht vollständig aufgeführt/);
});
