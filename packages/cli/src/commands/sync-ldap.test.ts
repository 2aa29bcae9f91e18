import type { SyncPlan } from '@licet/contract';
import { expect, test } from 'vitest';
import { planText, waitText } from './sync-ldap.ts';

const none = { count: 0, items: [] };
const plan: SyncPlan = {
  found: 70,
  linked: 63,
  new: none,
  changed: none,
  leaving: none,
  returning: none,
  kept: none,
  leftOut: [],
  confirmation: null,
};
const user = { id: 'a', name: 'Ada' };

test('prints one line per user with the effects of the synchronisation', () => {
  const leavesBehind = { applications: ['ledger', 'payroll'], roles: ['ledger/clerk'], reviews: [] };
  const said = planText({
    ...plan,
    leaving: { count: 1001, items: [{ user, username: 'ada', because: 'closed', leavesBehind }] },
    changed: {
      count: 1,
      items: [
        {
          user,
          username: 'ada2',
          name: 'Ada Lovelace',
          email: null,
          joins: ['Finance'],
          leaves: ['Staff', 'Team 7'],
        },
      ],
    },
    kept: { count: 1, items: [{ user, username: 'root', because: 'last_administrator' }] },
    leftOut: [{ why: 'Another user here has that name.', count: 1, names: ['twin'] }],
  });
  expect(said.split('\n')).toEqual([
    '70 entries in the directory; before the run 63 linked users who were not suspended.',
    'Leaving, suspended and signed out (1,001):',
    '  Ada (ada): entry disabled',
    '    ada owns ledger, payroll; is named in the policies of ledger/clerk. Hand over: licet hand-over ada --to USER',
    '  and 1,000 more',
    'Changed (1):',
    '  Ada (ada2): name: Ada Lovelace; joins Finance; leaves Staff, Team 7',
    'Left unchanged (1):',
    '  Ada (root): the last administrator of Licet',
    'Left out: Another user here has that name (1): twin',
    '',
  ]);
});

test('lists at most 20 new users, but all users who leave', () => {
  const many = Array.from({ length: 30 }, (_, n) => ({ username: `u${n}`, name: `u${n}`, email: null }));
  const leaving = many.map(({ username }) => ({ user, username, because: 'gone' as const }));
  const text = planText({
    ...plan,
    new: { count: 1500, items: many },
    leaving: { count: 30, items: leaving },
  });
  expect(text).toContain('  u19\n  and 1,480 more');
  expect(text).not.toContain('  u20\n');
  expect(text.match(/: no entry/g)).toHaveLength(30);
});

test('quotes names in printed commands, so that a shell expands nothing', () => {
  const leavesBehind = { applications: ['ledger'], roles: [], reviews: [] };
  const leaving = { count: 1, items: [{ user, username: "$(id)'`id`", because: 'gone' as const, leavesBehind }] };
  expect(planText({ ...plan, leaving })).toContain(`licet hand-over '$(id)'\\''\`id\`' --to USER`);
  expect(waitText({ ...plan, leaving, confirmation: 'a1' }, 'Corp "$HOME"')).toContain(
    `licet sync ldap 'Corp "$HOME"' --confirm a1`,
  );
});

test('prints commands for the same server, in which a name cannot be read as a flag', () => {
  const leavesBehind = { applications: ['ledger'], roles: [], reviews: [] };
  const leaving = { count: 1, items: [{ user, username: '-ada', because: 'gone' as const, leavesBehind }] };
  const reached = { data: '/srv/licet data' };
  expect(planText({ ...plan, leaving }, reached)).toContain(
    `licet hand-over --to USER --data '/srv/licet data' -- -ada`,
  );
  expect(waitText({ ...plan, leaving, confirmation: 'a1' }, 'Corp', reached)).toContain(
    `licet sync ldap Corp --confirm a1 --data '/srv/licet data'`,
  );
});

test('prints “Nothing differs.” if the directory and the users agree', () => {
  expect(planText(plan)).toContain('\nNothing differs.\n');
});

test('replaces line breaks and escape characters in an invalid name of the directory', () => {
  const names = ['mallory\nLeaving, suspended and signed out (0):', '\u001b[2Ktwin'];
  const said = planText({ ...plan, leftOut: [{ why: 'Their name is none that Licet takes.', count: 2, names }] });
  expect(said.split('\n')[1]).toBe(
    'Left out: Their name is none that Licet takes (2): mallory\uFFFDLeaving, suspended and signed out (0):; \uFFFD[2Ktwin',
  );
});
