import { consoleClientId } from '@licet/contract';
import { expect, it, test } from 'vitest';
import { readAudit } from './address.ts';
import { diff, fieldName, valueText } from './diff-view.tsx';
import { isAboutRequest, madeByText } from './event-panel.tsx';

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

const short = (before: unknown, after: unknown) =>
  diff(before, after).map(({ name, changed, lines }) => [
    name,
    changed,
    lines.map((line) => [line.before, line.after]),
  ]);

test('lists changed fields before unchanged ones', () => {
  expect(short({ name: 'a', title: 'x' }, { name: 'a', title: 'y' })).toEqual([
    ['title', true, [['x', 'y']]],
    ['name', false, [['a', 'a']]],
  ]);
});

test('compares lists as sets: ignores order, and marks members that one side lacks', () => {
  const [field] = diff({ permissions: ['b', 'a'] }, { permissions: ['a', 'c'] });
  expect(field?.lines.map(({ before, after, changed }) => [before, after, changed])).toEqual([
    ['a', 'a', false],
    ['b', undefined, true],
    [undefined, 'c', true],
  ]);
  expect(diff({ p: ['a', 'b'] }, { p: ['b', 'a'] })[0]?.changed).toBe(false);
});

test('shows a reference by its name, and distinguishes two references with the same name', () => {
  const [field] = diff(
    { includes: [{ id: '1', name: 'clerk' }] },
    {
      includes: [
        { id: '1', name: 'clerk' },
        { id: '2', name: 'clerk' },
      ],
    },
  );
  expect(field?.lines.map((line) => [line.before, line.after])).toEqual([
    ['clerk', 'clerk'],
    [undefined, 'clerk'],
  ]);
  expect(short(null, { to: { kind: 'user', id: '1', name: 'Maya' } })).toEqual([
    ['to', true, [[undefined, 'user Maya']]],
  ]);
});

test('a created record has no value before, and a deleted record has none after', () => {
  expect(short(null, { name: 'a', ends: null })).toEqual([['name', true, [[undefined, 'a']]]]);
  expect(short({ name: 'a' }, null)).toEqual([['name', true, [['a', undefined]]]]);
  expect(diff(null, null)).toEqual([]);
});

test('names nested fields by their full path, and survives deep nesting', () => {
  expect(short({ limits: { size: 1 } }, { limits: { size: 2 } })).toEqual([['limits.size', true, [['1', '2']]]]);
  let deep: unknown = 1;
  for (let level = 0; level < 200; level += 1) deep = { deep };
  expect(diff(null, deep)).toHaveLength(1);
});

it('labels fields as the console does, and splits the names of unknown fields into words', () => {
  expect(['redirectUris', 'email', 'asks', 'grant.ends', 'somethingNew'].map(fieldName)).toEqual([
    'Redirect addresses',
    'E-mail',
    'Requested',
    'Grant, ends',
    'Something new',
  ]);
});

it('puts durations, states, kinds and booleans into words, and leaves other values unchanged', () => {
  expect(valueText('seconds', '2592000')).toBe('30 days');
  expect(valueText('state', 'pending')).toBe('Waiting');
  expect(valueText('status', 'invited')).toBe('No password yet');
  expect(['secret', 'public_key', 'device', 'ldap'].map((kind) => valueText('kind', kind))).toEqual([
    'Secret',
    'Public key',
    'Device',
    'ldap',
  ]);
  expect(valueText('requirePkce', 'false')).toBe('No');
  expect(valueText('state', 'toString')).toBe('toString');
  expect(valueText('name', '2592000')).toBe('2592000');
});

test('names the client of a change if it is known', () => {
  const madeIn = (id: string, name: string) => ({ client: { id, name, application: 'licet' }, address: null });
  expect(madeByText('user', madeIn(consoleClientId, 'Licet console'))).toBe('in the console');
  expect(madeByText('user', madeIn('other', 'Payroll'))).toBe('through Payroll');
  expect(madeByText('user', null)).toBe('in the console or through the API');
  expect(madeByText('operator', madeIn(consoleClientId, 'Licet console'))).toBe('on the server');
});

test('a request is withdrawn or decided instead of reverted, except for an approval, which granted access', () => {
  const request = { kind: 'request', id: 'r', name: 'clerk' } as const;
  expect(isAboutRequest({ action: 'request.asked', target: request })).toBe(true);
  expect(isAboutRequest({ action: 'request.denied', target: request })).toBe(true);
  expect(isAboutRequest({ action: 'request.approved', target: request })).toBe(false);
  expect(isAboutRequest({ action: 'grant.created', target: { ...request, kind: 'grant' } })).toBe(false);
});
