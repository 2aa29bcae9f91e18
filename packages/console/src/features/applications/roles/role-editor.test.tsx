// @vitest-environment jsdom
import type { PlanEffect } from '@licet/contract';
import { expect, it } from 'vitest';
import { render } from '../../../ui/render.testing.tsx';
import { effectText } from './role-editor.tsx';

const none = { roles: [], permissions: [] };
const at = '2026-11-23T00:00:00.000000Z';
const later = '2026-12-03T00:00:00.000000Z';
const effect = (name: string, more: Partial<PlanEffect>): PlanEffect => ({
  application: { id: 'ledger', name: 'Ledger' },
  at,
  gains: none,
  loses: none,
  keeps: [],
  keptBy: none,
  count: 1,
  holders: [{ kind: 'user', id: name, name }],
  ...more,
});
const permissions = { roles: [], permissions: ['export'] };
const keptForNow = (name: string) => [
  effect(name, { keeps: ['export'], keptBy: permissions }),
  effect(name, { at: later, loses: permissions }),
];
const shown = async (effects: PlanEffect[]) => {
  const plan = { version: 0, at, steps: [], digest: 'x', effects, notEvaluated: [] };
  return (await render(<p>{effectText({ plan, problem: undefined })}</p>)).element;
};

it('the sentence beside Apply has the date of the only loss if it comes later', async () => {
  const element = await shown(keptForNow('Ada'));
  expect(element.textContent).toMatch(/^Ada loses export in Ledger, /);
  expect(element.querySelector('time')?.dateTime).toBe(new Date(later).toISOString());
});

it('the sentence beside Apply says that more changes come later', async () => {
  const both = [...keptForNow('Ada'), ...keptForNow('Ben')];
  expect((await shown(both)).textContent).toBe('at once: nobody gains or loses; more changes later');
  const late = both.filter((one) => one.at === later);
  expect((await shown(late)).textContent).toBe('at once: nobody gains or loses; more changes later');
  const gain = effect('Cem', { gains: permissions });
  expect((await shown([gain, effect('Dot', { loses: permissions })])).textContent).toBe('1 gains, 1 loses');
});

it('the sentence beside Apply does not count access that is only kept later as a change', async () => {
  const gain = effect('Cem', { gains: permissions });
  const keeps = effect('Dot', { at: later, keeps: ['export'], keptBy: permissions });
  expect((await shown([gain, keeps])).textContent).toBe('1 gains, nobody loses');
  const hidden = effect('Eve', { at: later, application: null, holders: [] });
  expect((await shown([gain, hidden])).textContent).toBe('at once: 1 gains, nobody loses; more changes later');
});
