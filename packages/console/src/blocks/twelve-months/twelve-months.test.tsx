// @vitest-environment jsdom
import type { HeldPeriods } from '@licet/contract';
import { act } from 'react';
import { expect, it } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { instantOf, monthsFrom, monthsWithin, placeOf, TODAY } from './days.ts';
import { heldAt, partsOf } from './periods.ts';
import { sentenceOf, YearBar } from './year-bar.tsx';

const now = new Date(2026, 10, 28, 14, 30);
const at = now.toISOString();
const from = new Date(now.getTime() - TODAY * 86_400_000).toISOString();
const day = (month: number, date: number) => new Date(2026, month - 1, date, 9).toISOString();

const held = (...periods: [starts: string, ends: string | null][]): HeldPeriods => ({
  user: { kind: 'user', id: 'u', name: 'Maya Lindqvist' },
  application: { id: 'ledger', name: 'Ledger' },
  permission: { name: 'invoices.refund', title: 'Refund invoices', known: true },
  from,
  at,
  version: 1,
  periods: periods.map(([starts, ends]) => ({ starts, ends })),
});

it('each position of the time bar is the last minute of a day, and the last position is the present', () => {
  expect(instantOf(TODAY, now)).toBeUndefined();
  expect(instantOf(TODAY - 1, now)).toBe(new Date(2026, 10, 27, 23, 59).toISOString());
  for (const place of [0, 1, 100, 243, TODAY]) expect(placeOf(instantOf(place, now), now)).toBe(place);
  expect(placeOf(new Date(2020, 1, 1).toISOString(), now)).toBe(0);
  expect(placeOf(new Date(2030, 1, 1).toISOString(), now)).toBe(TODAY);
});

it('a step of one month keeps the day, or goes to the last day of a shorter month', () => {
  const to = (place: number, months: number) =>
    new Date(instantOf(monthsFrom(place, months, now), now) ?? at).getDate();
  const march31 = placeOf(new Date(2026, 2, 31, 12).toISOString(), now);
  expect(to(march31, -1)).toBe(28);
  expect(to(TODAY, -1)).toBe(28);
  expect(monthsFrom(3, -1, now)).toBe(0);
  expect(monthsFrom(TODAY - 3, 1, now)).toBe(TODAY);
});

it('labels the twelve months that begin within the time bar', () => {
  const months = monthsWithin(new Date(from), now);
  expect(months).toHaveLength(12);
  expect(months.at(0)).toEqual(new Date(2025, 11, 1));
  expect(months.at(-1)).toEqual(new Date(2026, 10, 1));
});

it('divides the time bar into periods and the gaps between them', () => {
  const twice = held([day(2, 12), day(6, 30)], [day(9, 1), null]);
  expect(partsOf(twice).map((part) => [part.held, part.starts, part.ends, part.fromStart, part.lasts])).toEqual([
    [false, from, day(2, 12), true, false],
    [true, day(2, 12), day(6, 30), false, false],
    [false, day(6, 30), day(9, 1), false, false],
    [true, day(9, 1), at, false, true],
  ]);
  expect(partsOf(held()).map(({ starts, ends, lasts }) => [starts, ends, lasts])).toEqual([[from, at, true]]);
  expect(partsOf(held([from, null])).map(({ held: could, fromStart }) => [could, fromStart])).toEqual([[true, true]]);
});

it('a period includes its start and excludes its end', () => {
  const once = held([day(2, 12), day(6, 30)]);
  expect([day(2, 11), day(2, 12), day(6, 29), day(6, 30)].map((instant) => heldAt(once, instant))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it('a sentence lists the periods in which the user held the permission', () => {
  expect(sentenceOf(held([day(2, 12), day(6, 30)], [day(9, 1), null]), 'Maya')).toMatch(
    /^Maya was allowed to from .*12.* to .*30.* and since .*1.*\.$/,
  );
  expect(sentenceOf(held([day(2, 12), new Date(2026, 1, 12, 11).toISOString()]), 'Maya')).toMatch(
    /^Maya was allowed to on .*12.*\.$/,
  );
  expect(sentenceOf(held(), 'Maya')).toBe('Maya was not allowed to in the last twelve months.');
  expect(sentenceOf(held([from, null]), 'Maya')).toBe('Maya was allowed to during all of the last twelve months.');
});

async function shown(periods: HeldPeriods, shownAt?: string) {
  const set: (string | undefined)[] = [];
  const { element } = await render(<YearBar held={periods} who="Maya" at={shownAt} onAt={(next) => set.push(next)} />);
  const slider = element.querySelector<HTMLElement>('[role=slider]');
  if (!slider) throw new Error('There is no slider.');
  const key = (type: 'keydown' | 'keyup', name: string, shiftKey = false) =>
    act(async () =>
      slider.dispatchEvent(new KeyboardEvent(type, { key: name, shiftKey, bubbles: true, cancelable: true })),
    );
  const press = async (name: string, shiftKey = false) => {
    await key('keydown', name, shiftKey);
    await key('keyup', name, shiftKey);
  };
  return { slider, set, key, press };
}

it('arrow keys move the handle, and letting go sets the day', async () => {
  const { slider, set, key, press } = await shown(held([day(2, 12), null]));
  expect(slider.getAttribute('aria-valuetext')).toBe('Now: allowed');
  await key('keydown', 'ArrowLeft');
  await key('keydown', 'ArrowLeft');
  expect(slider.getAttribute('aria-valuenow')).toBe(String(TODAY - 2));
  expect(set).toEqual([]);
  await key('keyup', 'ArrowLeft');
  expect(set).toEqual([new Date(2026, 10, 26, 23, 59).toISOString()]);
  await press('ArrowLeft', true);
  expect(set.at(-1)).toBe(new Date(2026, 9, 28, 23, 59).toISOString());
  await press('Home');
  expect(set.at(-1)).toBe(instantOf(0, now));
  await press('x');
  await press('ArrowRight');
  expect(set).toHaveLength(3);
});

it('the last position is the present, and the handle cannot go before the creation of the user', async () => {
  const young = { ...held([day(11, 20), null]), from: day(11, 20) };
  const { slider, set, press } = await shown(young, day(11, 27));
  expect(slider.getAttribute('aria-valuenow')).toBe(String(TODAY - 1));
  await press('End');
  expect(set).toEqual([undefined]);
  await press('Home');
  expect(set.at(-1)).toBe(new Date(2026, 10, 20, 23, 59).toISOString());
  expect(slider.getAttribute('aria-valuemin')).toBe(String(TODAY - 8));
});

it('a year without access has a sentence in the time bar, at its start', async () => {
  const young = { ...held(), from: day(11, 20) };
  const { slider } = await shown(young);
  const label = slider.querySelector<HTMLElement>('.yearbar-part');
  expect(label?.textContent).toBe('Not allowed in the last twelve months');
  expect(label?.style.insetInlineStart).toBe('');
  expect(slider.querySelectorAll('.yearbar-part')).toHaveLength(1);
});
