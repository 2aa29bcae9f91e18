import type { PlanEffect } from '@licet/contract';
import { expect, it } from 'vitest';
import { brokenBy } from './same-access.ts';

const none = { roles: [], permissions: [] };
const effect = (more: Partial<PlanEffect>): PlanEffect => ({
  application: { id: 'ledger', name: 'Ledger' },
  at: '2026-11-28T00:00:00.000000Z',
  gains: none,
  loses: none,
  keeps: [],
  keptBy: none,
  count: 1,
  holders: [],
  ...more,
});
const brokenWith = (more: Partial<PlanEffect>, losses: readonly string[] = []) =>
  brokenBy(
    { refused: 0, notEvaluated: [], effects: [effect({}), effect(more)] },
    { application: 'ledger', losses: new Set(losses) },
  );

it('accepts other roles with the same permissions', () => {
  const roles = { gains: { roles: ['clerk'], permissions: [] }, loses: { roles: ['desk'], permissions: [] } };
  expect(brokenWith({ ...roles, keeps: ['read'] })).toBe(undefined);
});

it('rejects a gained permission, and a lost one that is not announced', () => {
  const sell = { roles: [], permissions: ['sell'] };
  expect(brokenWith({ gains: sell }, ['sell'])).toBe('gain');
  expect(brokenWith({ loses: sell })).toBe('loss');
  expect(brokenWith({ loses: sell }, ['sell'])).toBe(undefined);
  expect(brokenWith({ loses: { roles: [], permissions: ['sell', 'void'] } }, ['sell'])).toBe('loss');
});

it('rejects the gain or loss of the role admin, which means every permission', () => {
  const admin = { roles: ['admin'], permissions: [] };
  expect(brokenWith({ gains: admin })).toBe('gain');
  expect(brokenWith({ loses: admin }, ['sell'])).toBe('loss');
});

it('rejects effects that are hidden, not listed, not compared or in another application', () => {
  expect(brokenWith({ application: null })).toBe('unknown');
  expect(brokenWith({ notListed: true })).toBe('unknown');
  expect(brokenWith({ notCompared: 'plan_too_large' })).toBe('unknown');
  expect(brokenWith({ application: { id: 'ward', name: 'Ward' } })).toBe('elsewhere');
});

it('rejects a plan with refused changes or with changed rules', () => {
  const promise = { application: 'ledger', losses: new Set<string>() };
  expect(brokenBy({ refused: 1, notEvaluated: [], effects: [] }, promise)).toBe('refused');
  expect(brokenBy({ refused: 0, notEvaluated: ['role_rules'], effects: [] }, promise)).toBe('rules');
});
