import { limit } from './limit.ts';

/** Limits of client authentication; part of `limits`. */
export const clientLimits = {
  clientKeysMax: limit({
    value: 5,
    unit: 'items',
    reason: 'Two while a key is changed, of two kinds; each is tried when an assertion names none.',
    source: 'own',
  }),
  clientKeyLifetime: limit({
    value: 180,
    unit: 'days',
    reason: 'A secret that leaked unseen is of use for half a year at the most, unless its maker says otherwise.',
    source: 'Microsoft Entra ID’s recommendation for client secrets',
  }),
  clientKeyOverlap: limit({
    value: 90,
    unit: 'days',
    reason:
      'The longest that a key goes on beside the one that takes its place: a quarter, in which everything is deployed once.',
    source: 'own',
  }),
  clientKeyWarning: limit({
    value: 14,
    unit: 'days',
    reason: 'Whoever looks after a program has two weeks to bring it the next key.',
    source: 'own',
  }),
  clientKeysKept: limit({
    value: 90,
    unit: 'days',
    reason: 'Until then a program that still uses an ended key is told so, and so is its owner.',
    source: 'own',
  }),
  clientKeyUseNoted: limit({
    value: 60,
    unit: 'seconds',
    reason: 'When a key was last used is noted once a minute, however often it is.',
    source: 'own',
  }),
  clientAssertionLifetime: limit({
    value: 600,
    unit: 'seconds',
    reason: 'Each is remembered until it ends, so that it is taken once.',
    source: 'RFC 7523 section 3',
  }),
};
