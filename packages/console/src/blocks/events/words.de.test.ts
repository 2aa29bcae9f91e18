import { expect, it } from 'vitest';
import { eventParts } from './words.de.ts';

it.each([
  'key',
  'hint',
  'publicKey',
  'endsAt',
  'inPlaceOf',
  'whichEnds',
  'secretsEnded',
  'delegate',
  'separation',
  'longestSeconds',
  'breakGlass',
  'everyMonths',
  'rememberedDays',
  'secondFactor',
])('the German protocol has a German name for the recorded %s', (name) => {
  expect(eventParts.field(name)).not.toBe(name);
});
