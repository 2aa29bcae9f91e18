import { expect, it } from 'vitest';
import { axisOf, peakLimit } from './scale.ts';

it('ends both sides of the axis at a grid line of the unit that the larger side needs', () => {
  expect(axisOf([3, 118], [100, 2])).toEqual({ top: 125, bottom: 100 });
  expect(axisOf([33], [62])).toEqual({ top: 50, bottom: 75 });
  expect(axisOf([130], [0])).toEqual({ top: 150, bottom: 0 });
  expect(axisOf([1_830], [])).toEqual({ top: 2_000, bottom: 0 });
  expect(axisOf([251], [1])).toEqual({ top: 500, bottom: 250 });
});

it('uses a low axis for a week with few changes', () => {
  expect(axisOf([2, 4], [1])).toEqual({ top: 5, bottom: 5 });
  expect(axisOf([9], [3])).toEqual({ top: 10, bottom: 5 });
});

it('draws an axis without bars, and no upper side if all values are negative', () => {
  expect(axisOf([0], [0])).toEqual({ top: 5, bottom: 0 });
  expect(axisOf([0], [4])).toEqual({ top: 0, bottom: 5 });
});

it('caps a single peak, so that it does not flatten the other days', () => {
  expect(peakLimit([52, 260, 40, 48])).toBe(52);
  expect(peakLimit([52, 120, 40])).toBe(120);
  expect(peakLimit([0, 7, 0])).toBe(7);
  expect(peakLimit([])).toBe(0);
});
