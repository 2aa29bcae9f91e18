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
  'fromChange',
  'lastChange',
])('has a German name for the recorded field %s', (name) => {
  expect(eventParts.field(name)).not.toBe(name);
});
