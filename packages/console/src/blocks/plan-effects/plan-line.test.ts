import type { PlanEffect } from '@licet/contract';
import { describe, expect, it } from 'vitest';
import { idleBecause, linesOf, lostLines, peopleOf, sumsOf, whoOf } from './plan-line.tsx';

const none = { roles: [], permissions: [] };
const now = '2026-11-23T00:00:00.000000Z';
const effect = (more: Partial<PlanEffect>): PlanEffect => ({
  application: { id: 'ledger', name: 'Ledger' },
  at: now,
  gains: none,
  loses: none,
  keeps: [],
  keptBy: none,
  count: 1,
  holders: [],
  ...more,
});
const people = (...names: string[]) => names.map((name) => ({ kind: 'user' as const, id: name, name }));

describe('the lines of a plan', () => {
  it('are ordered by gains, losses, hidden effects and kept access', () => {
    const lines = linesOf({
      effects: [
        effect({ keeps: ['read'] }),
        effect({ count: 7 }),
        effect({
          loses: { roles: ['clerk'], permissions: ['sell'] },
          gains: { roles: [], permissions: ['void'] },
          keeps: ['see'],
        }),
      ],
    });
    expect(lines.map(({ side, place, roles, permissions }) => [side, place, roles, permissions])).toEqual([
      ['gains', 2, [], ['void']],
      ['loses', 2, ['clerk'], ['sell']],
      ['concerns', 1, [], []],
      ['keeps', 0, [], ['read']],
      ['keeps', 2, [], ['see']],
    ]);
  });

  it('combine what is kept now with its later loss, which stays a loss at its own instant', () => {
    const holders = people('Priya');
    const [later, other] = ['2026-12-03T00:00:00.000000Z', '2026-12-04T00:00:00.000000Z'];
    const export_ = { roles: [], permissions: ['export'] };
    const lines = linesOf({
      effects: [
        effect({ loses: { roles: ['auditor'], permissions: ['read'] }, keeps: ['export'], keptBy: export_, holders }),
        effect({ at: later, loses: export_, holders }),
        effect({ at: other, loses: export_, holders: people('Ben') }),
        effect({ keeps: ['see'], holders: people('Cem'), count: 9 }),
        effect({ at: later, loses: { roles: [], permissions: ['see'] }, holders: people('Cem'), count: 9 }),
      ],
    });
    expect(lines.map(({ side, permissions, effect: { at }, keptBy }) => [side, permissions, at, keptBy])).toEqual([
      ['loses', ['read'], now, undefined],
      ['loses', ['export'], later, export_],
      ['loses', ['export'], other, undefined],
      ['loses', ['see'], later, undefined],
      ['keeps', ['see'], now, undefined],
    ]);
  });

  it('combine what is kept now with its later loss also if a role is lost with it', () => {
    const holders = people('Tomasz');
    const later = '2026-12-03T00:00:00.000000Z';
    const keptBy = { roles: ['controller'], permissions: [] };
    const lines = linesOf({
      effects: [
        effect({ loses: { roles: ['clerk'], permissions: ['send'] }, keeps: ['read'], keptBy, holders }),
        effect({ at: later, loses: { roles: ['reader'], permissions: ['read'] }, holders }),
      ],
    });
    expect(lines.map(({ side, roles, effect: { at }, keptBy }) => [side, roles, at, keptBy])).toEqual([
      ['loses', ['clerk'], now, undefined],
      ['loses', ['reader'], later, keptBy],
    ]);
  });

  it('show the role admin as every permission', () => {
    const lines = linesOf({ effects: [effect({ gains: { roles: ['admin', 'clerk'], permissions: [] } })] });
    expect(lines.map(({ everything }) => everything)).toEqual([true]);
  });

  it('name a few users, and count many by kind', () => {
    expect(whoOf(effect({ count: 2, holders: people('Ana', 'Ben') }))).toEqual({ names: ['Ana', 'Ben'] });
    const four = people('Ana', 'Ben', 'Cem', 'Dot');
    expect(whoOf(effect({ count: 4, holders: four }))).toEqual({ count: 4, kind: 'people' });
    const programs = four.map((one) => ({ ...one, kind: 'client' as const }));
    expect(whoOf(effect({ count: 4, holders: programs }))).toEqual({ count: 4, kind: 'programs' });
    expect(whoOf(effect({ count: 4, holders: [...four.slice(1), ...programs.slice(3)] }))).toMatchObject({
      kind: 'both',
    });
    // Some holders are hidden, so their kinds are unknown.
    expect(whoOf(effect({ count: 5, holders: four }))).toEqual({ count: 5, kind: 'both' });
    expect(whoOf(effect({ count: 1 }))).toEqual({ count: 1, kind: 'both' });
  });

  it('have totals only if no user can be counted twice', () => {
    const loses = { roles: [], permissions: ['sell'] };
    const both = [effect({ loses, count: 3 }), effect({ gains: loses, count: 2 }), effect({ keeps: ['a'], count: 9 })];
    expect(sumsOf({ effects: both })).toEqual({ gain: 2, lose: 3 });
    expect(sumsOf({ effects: [...both, effect({ loses, at: '2027-01-01T00:00:00.000000Z' })] })).toBe(undefined);
    expect(sumsOf({ effects: [...both, effect({ loses, application: { id: 'till', name: 'Till' } })] })).toBe(
      undefined,
    );
    const keptForNow = [effect({ keeps: ['sell'], holders: people('Ana') })];
    keptForNow.push(effect({ loses, holders: people('Ana'), at: '2027-01-01T00:00:00.000000Z' }));
    expect(sumsOf({ effects: keptForNow })).toEqual({ gain: 0, lose: 1 });
    expect(sumsOf({ effects: [...both, ...keptForNow] })).toBe(undefined);
    expect(sumsOf({ effects: [effect({ application: null })] })).toBe(undefined);
    expect(sumsOf({ effects: [] })).toBe(undefined);
  });

  it('count the people whose access changes, unless one could be counted twice or some are programs', () => {
    const gains = { roles: ['approver'], permissions: ['void'] };
    const some = [effect({ gains, count: 4, holders: people('Ana', 'Ben') }), effect({ keeps: ['void'], count: 1 })];
    expect(peopleOf({ effects: some })).toBe(5);
    expect(peopleOf({ effects: [] })).toBe(undefined);
    expect(peopleOf({ effects: [...some, effect({ gains, at: '2027-01-01T00:00:00.000000Z' })] })).toBe(undefined);
    const program = { kind: 'client' as const, id: 'p', name: 'Nightly job' };
    expect(peopleOf({ effects: [effect({ gains, holders: [program] })] })).toBe(undefined);
  });

  it('begin with effects that are not fully listed, and then have no totals', () => {
    const effects = [effect({ loses: { roles: [], permissions: ['sell'] } }), effect({ notListed: true, count: 7 })];
    effects.push(effect({ notListed: true, notCompared: 'holder_too_large', count: 8 }));
    expect(linesOf({ effects }).map(({ side, effect: { count } }) => [side, count])).toEqual([
      ['notCompared', 8],
      ['notListed', 7],
      ['loses', 1],
    ]);
    expect(sumsOf({ effects })).toBe(undefined);
  });
});

it('reports effects that a later plan lacks, regardless of when the two plans were made', () => {
  const loses = { roles: [], permissions: ['sell'] };
  const later = '2026-11-23T01:00:00.000000Z';
  const before = { at: now, effects: [effect({ loses, holders: people('Ana') }), effect({ keeps: ['see'] })] };
  const same = before.effects.map((one) => ({ ...one, at: later }));
  expect(lostLines(before, { at: later, effects: same })).toEqual([]);
  const gone = lostLines(before, { at: later, effects: same.slice(1) });
  expect(gone.map(({ side, permissions }) => [side, permissions])).toEqual([['loses', ['sell']]]);
  const others = [{ ...same[0], holders: people('Ben') }, ...same.slice(1)] as PlanEffect[];
  expect(lostLines(before, { at: later, effects: others })).toHaveLength(1);
});

describe('a button that applies a plan', () => {
  const step = (code?: string) => ({ refused: code ? ({ code } as never) : null, record: null });
  const plan = (...codes: (string | undefined)[]) => ({ steps: codes.map(step), effects: [] }) as never;
  const changes = [{}];
  it('is disabled until the plan arrives, and while every change would be refused', () => {
    expect(idleBecause({ changes, plan: undefined, problem: undefined }, false)).toBe('asking');
    expect(idleBecause({ changes, plan: plan('last_admin'), problem: undefined }, false)).toBe('refused');
    expect(idleBecause({ changes, plan: plan('last_admin', undefined), problem: undefined }, false)).toBe(undefined);
    expect(idleBecause({ changes: [], plan: undefined, problem: undefined }, true)).toBe(undefined);
  });
  it('is enabled if the plan failed, unless the change cannot be reverted', () => {
    expect(idleBecause({ changes, plan: undefined, problem: {} }, false)).toBe(undefined);
    expect(idleBecause({ changes, plan: undefined, problem: {} }, true)).toBe('unknown');
  });
});
