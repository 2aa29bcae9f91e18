import type { AccessItem, AccessPath, Grant } from '@licet/contract';
import { describe, expect, it } from 'vitest';
import { sinceOf } from '../../blocks/path-list.tsx';
import { staysText } from './access-origin.tsx';
import {
  byApplication,
  endingItems,
  endOfAccess,
  isFresh,
  keptBy,
  linesOf,
  rowOfGrant,
  rowOfItem,
} from './access-rows.ts';
import { readUser, tabOf, viewOf } from './address.ts';
import { kilobytes, tokenFit, tokenNote, tokenWords } from './token-size.ts';
import { factorText } from './user-heading.tsx';

const now = new Date('2026-11-28T12:00:00.000Z');
const tomorrow = '2026-11-29T12:00:00.000Z';
const nextMonth = '2026-12-28T12:00:00.000Z';
const clerk = { id: 'r1', name: 'clerk' };

const path = (ends: string | null, change: Partial<AccessPath> = {}): AccessPath => ({
  grant: 'g',
  groups: [],
  roles: [],
  admin: false,
  starts: '2026-01-01T00:00:00.000Z',
  joined: null,
  ends,
  grantedBy: 'Chiara Benedetti',
  reason: '',
  request: null,
  ...change,
});
const item = (name: string, ...paths: AccessPath[]): AccessItem => ({
  id: name,
  name,
  title: '',
  paths,
  pathCount: paths.length,
});
const grant: Grant = {
  id: 'g',
  application: 'ledger',
  principal: { kind: 'user', id: 'u', name: 'Maya Lindqvist' },
  gives: { kind: 'role', id: 'r1', name: 'clerk', title: 'Clerk' },
  starts: '2026-01-01T00:00:00.000Z',
  ends: tomorrow,
  reason: 'Month end',
  state: 'active',
  grantedBy: 'Chiara Benedetti',
  version: 7,
};

describe('the end of access', () => {
  it('is the end of the last path', () => {
    expect(endOfAccess(item('p', path(tomorrow), path(nextMonth)))).toBe(nextMonth);
  });

  it('is open if one path has no end', () => {
    expect(endOfAccess(item('p', path(tomorrow), path(null)))).toBeNull();
  });

  it('is open if some paths are not listed', () => {
    expect(endOfAccess({ paths: [path(tomorrow)], pathCount: 21 })).toBeNull();
  });
});

describe('what ends soon', () => {
  const names = (roles: AccessItem[], permissions: AccessItem[]) =>
    endingItems({ roles, permissions }, now).map(({ kind, item: { name } }) => `${kind} ${name}`);

  it('is a permission whose last path ends within seven days', () => {
    const permissions = [
      item('lost', path(tomorrow)),
      item('kept', path(tomorrow), path(null)),
      item('later', path(nextMonth)),
    ];
    expect(names([], permissions)).toEqual(['permission lost']);
  });

  it('includes a role only if it gives none of these permissions', () => {
    const roles = [
      item('clerk', path(tomorrow, { roles: [clerk] })),
      item('admin', path(tomorrow, { roles: [{ id: 'a', name: 'admin' }], admin: true })),
    ].map((role, index) => ({ ...role, id: index === 0 ? clerk.id : 'a' }));
    expect(names(roles, [item('lost', path(tomorrow, { roles: [clerk] }))])).toEqual(['role admin', 'permission lost']);
  });
});

describe('a line of the access', () => {
  const direct = new Map([[grant.id, grant]]);

  const finance = { id: 'f', name: 'Finance' };
  const both = item(
    'invoices.send',
    path('2027-03-28T12:00:00.000Z'),
    path(null, { grant: 'h', groups: [finance], roles: [clerk], joined: '2026-09-10T08:00:00.000Z' }),
  );

  it('has one row for each path, with the end, the start and the grant of this path', () => {
    const lines = linesOf(rowOfItem('ledger', 'permission', both, direct));
    expect(lines.map(({ id, kind, path: of, grant: changes }) => [id, kind, of?.ends, changes?.id])).toEqual([
      ['invoices.send', 'first', '2027-03-28T12:00:00.000Z', 'g'],
      ['invoices.send 1', 'also', null, undefined],
    ]);
    expect(lines.map(({ path: of }) => of && sinceOf(of))).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-09-10T08:00:00.000Z',
    ]);
  });

  it('counts the paths that are not listed in a row of its own', () => {
    const many = { ...both, pathCount: 9 };
    expect(linesOf(rowOfItem('ledger', 'permission', many, direct)).map(({ kind }) => kind)).toEqual([
      'first',
      'also',
      'more',
    ]);
  });

  it('says how the access ends, if it outlasts the end of its first path', () => {
    expect(staysText(both)).toMatch(/^Stays through Finance after .*2027$/);
    expect(staysText(item('p', path(null), path(null)))).toBeUndefined();
    expect(staysText({ ...both, pathCount: 9 })).toBeUndefined();
  });

  it('names the path by which the user keeps a permission without the grant', () => {
    expect(keptBy(both, 'g')?.groups).toEqual([finance]);
    expect(keptBy(item('p', path(null)), 'g')).toBeUndefined();
  });

  it('shows who made a direct grant, and stays next to the other lines of its application', () => {
    const row = rowOfGrant(grant);
    expect(row).toMatchObject({ kind: 'role', application: 'ledger', item: { name: 'clerk' } });
    expect(row.item.paths).toMatchObject([{ grantedBy: 'Chiara Benedetti', ends: tomorrow }]);
    const other = { ...row, id: 'h', application: 'ward' };
    const last = { ...row, id: 'i' };
    expect(byApplication([row, other, last]).map(({ id }) => id)).toEqual(['g', 'i', 'h']);
  });

  it('is marked as new only for a moment after a direct grant began', () => {
    const begun = (starts: string, change?: Partial<AccessPath>) =>
      isFresh({ path: path(null, { starts, ...change }) }, now);
    expect(begun('2026-11-28T11:59:55.000Z')).toBe(true);
    expect(begun('2026-11-28T11:59:45.000Z')).toBe(false);
    expect(begun(tomorrow)).toBe(false);
    expect(begun('2026-11-28T11:59:55.000Z', { groups: [{ id: 'f', name: 'Finance' }] })).toBe(false);
  });
});

describe('the size of a token', () => {
  it('is given in kB, with the limit', () => {
    expect(kilobytes(612)).toBe('0.6');
    expect(kilobytes(412_000)).toBe('402');
    expect(tokenWords(612, 2)).toBe('2 roles in the token, 0.6 of 6 kB');
    expect(tokenWords(612, 1)).toBe('1 role in the token, 0.6 of 6 kB');
  });

  it('is explained near the limit and beyond it', () => {
    expect(tokenFit(4096)).toBe('fits');
    expect(tokenNote(4096)).toBeUndefined();
    expect(tokenFit(4097)).toBe('near');
    expect(tokenNote(5000)).toContain('4.9 of 6 kB');
    expect(tokenFit(6144)).toBe('near');
    expect(tokenFit(6145)).toBe('reference');
    expect(tokenWords(412_000, 2)).toBe('402 kB, fetched by reference');
  });
});

describe('the URL of a former tab', () => {
  const all = ['access', 'groups', 'sessions', 'activity', 'details'] as const;

  it('opens the direct grants for the tab of grants', () => {
    const address = readUser({ tab: 'grants', state: 'over' });
    expect([tabOf(address, all), viewOf(address), address.state]).toEqual(['access', 'direct', 'over']);
    expect(viewOf(readUser({ tab: 'access' }))).toBe('all');
  });

  it('opens the sign-ins for the tab of activity if the viewer may not read changes', () => {
    const address = readUser({ tab: 'activity' });
    expect(tabOf(address, all)).toBe('activity');
    expect(tabOf(address, ['sessions', 'details'])).toBe('sessions');
    expect(tabOf(readUser({ tab: 'access' }), ['sessions', 'details'])).toBe('sessions');
  });
});

describe('the sign-in method in the header of a user', () => {
  const none = { password: null, passkeys: [], totp: null, identities: [], recoveryCodes: null };
  const at = '2026-01-01T00:00:00.000Z';
  const passkeys = [{ id: 'k', name: 'Phone', createdAt: at, lastUsedAt: null, backedUp: true }];
  const totp = { addedAt: at, lastUsedAt: null };

  it('is the second factor or, without one, the linked account or the password', () => {
    expect(factorText({ ...none, passkeys, totp })).toBe('Passkey and code');
    expect(factorText({ ...none, passkeys })).toBe('Passkey');
    expect(factorText({ ...none, password: { setAt: at }, totp })).toBe('Code from an app');
    expect(factorText({ ...none, password: { setAt: at } })).toBe('Password only');
    expect(factorText(none)).toBe('No way to sign in');
  });
});
