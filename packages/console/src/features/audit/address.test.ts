import { expect, test } from 'vitest';
import { readAudit } from './address.ts';

test('drops an invalid date, an unknown action and an invalid event number from the address', () => {
  const day = '2026-03-03T00:00:00.000Z';
  expect(readAudit({ from: '2026-03-03', to: 'tomorrow-ish', action: 'user.promoted', open: '0', q: 'maya' })).toEqual({
    from: day,
    q: 'maya',
  });
  expect(readAudit({ action: 'user.created', outcome: 'throttled', open: '42', tab: 'sign-ins' })).toEqual({
    action: 'user.created',
    outcome: 'throttled',
    open: '42',
    tab: 'sign-ins',
  });
});
