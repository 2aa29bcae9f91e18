import { limit } from './limit.ts';

export const clientLimits = {
  clientKeysMax: limit({
    value: 5,
    unit: 'items',
    reason: 'Two of each of two kinds while a key is replaced, and one more. All are tried if an assertion names none.',
    source: 'own',
  }),
  clientKeyLifetime: limit({
    value: 180,
    unit: 'days',
    reason: 'A secret that leaked unnoticed is useful for at most half a year, unless its creator chooses otherwise.',
    source: 'Microsoft Entra ID’s recommendation for client secrets',
  }),
  clientKeyOverlap: limit({
    value: 90,
    unit: 'days',
    reason: 'The longest time that a replaced key stays valid: a quarter, in which every program is deployed once.',
    source: 'own',
  }),
  clientKeyWarning: limit({
    value: 14,
    unit: 'days',
    reason: 'Two weeks for deploying the next key of a program.',
    source: 'own',
  }),
  clientKeysKept: limit({
    value: 90,
    unit: 'days',
    reason: 'Until then, a program that still uses an ended key gets that reason, and its owner sees it.',
    source: 'own',
  }),
  clientKeyUseNoted: limit({
    value: 60,
    unit: 'seconds',
    reason: 'The last use of a key is recorded once a minute, however often it is used.',
    source: 'own',
  }),
  clientAssertionLifetime: limit({
    value: 600,
    unit: 'seconds',
    reason: 'Each assertion is remembered until it ends, so that it is accepted once.',
    source: 'RFC 7523 section 3',
  }),
};
