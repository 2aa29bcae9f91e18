import { ends } from '../organisation.ts';
import { after } from './timeline.ts';
import type { Party, What, World } from './world.ts';

interface Given {
  readonly days: number;
  readonly by: string;
  readonly application: string;
  readonly to: Party;
  readonly what: What;
  /** The duration in days. The grant has no end if this is omitted. */
  readonly for?: number;
  readonly reason: string;
}

/** Grants of the past year, in addition to those in the files. */
const given: readonly Given[] = [
  {
    days: 340,
    by: 'stefan.lindner',
    application: 'ledger',
    to: 'rashid.karimov',
    what: 'permission reports.export',
    for: 90,
    reason: 'Moves the old books',
  },
  {
    days: 333,
    by: 'mbali.dlamini',
    application: 'ward',
    to: 'grace.tuilagi',
    what: 'permission doses.prepare',
    reason: 'Vaccination week',
  },
  {
    days: 298,
    by: 'stefan.lindner',
    application: 'ledger',
    to: 'ana.lucia',
    what: 'role approver',
    for: 21,
    reason: 'João is on parental leave',
  },
  {
    days: 256,
    by: 'mbali.dlamini',
    application: 'ward',
    to: 'samira.yusuf',
    what: 'permission labs.status',
    for: 45,
    reason: 'Helps Ward 4 with the results',
  },
  {
    days: 208,
    by: 'chiara.benedetti',
    application: 'ledger',
    to: 'group Regional desk',
    what: 'role approver',
    reason: 'Bergen and Tromsø',
  },
  {
    days: 204,
    by: 'chiara.benedetti',
    application: 'ledger',
    to: 'kwame.boateng',
    what: 'role controller',
    for: 30,
    reason: 'The first month-ends with the new role',
  },
  {
    days: 199,
    by: 'erik.strand',
    application: 'depot',
    to: 'bjrn.haugland',
    what: 'permission trips.plan',
    reason: 'Plans the trips while Erik is away',
  },
  {
    days: 192,
    by: 'chiara.benedetti',
    application: 'ledger',
    to: 'joao.pereira',
    what: 'permission invoices.void',
    reason: 'Clean-up of last year’s drafts',
  },
  {
    days: 163,
    by: 'kwame.boateng',
    application: 'ledger',
    to: 'joao.pereira',
    what: 'role controller',
    for: 21,
    reason: 'Kwame is away for three weeks',
  },
  {
    days: 146,
    by: 'kwame.boateng',
    application: 'ledger',
    to: 'mateus.carvalho',
    what: 'permission reports.export',
    reason: 'Figures for the half-year report',
  },
  {
    days: 119,
    by: 'sunita.rao',
    application: 'depot',
    to: 'group Drivers',
    what: 'role picker',
    for: 28,
    reason: 'Holidays: the floor is short of people',
  },
  {
    days: 111,
    by: 'chiara.benedetti',
    application: 'ledger',
    to: 'ioana.dumitrescu',
    what: 'permission settings.write',
    for: 120,
    reason: 'New bank account on the invoices',
  },
  {
    days: 88,
    by: 'mbali.dlamini',
    application: 'ward',
    to: 'group Physicians',
    what: 'role nurse',
    for: 30,
    reason: 'Trial on Ward 2',
  },
  {
    days: 84,
    by: 'chiara.benedetti',
    application: 'ledger',
    to: 'tomasz.wojcik',
    what: 'role controller',
    for: 10,
    reason: 'Kwame is at the audit in Bergen',
  },
  {
    days: 44,
    by: 'sunita.rao',
    application: 'depot',
    to: 'kalani.kahananui',
    what: 'permission stock.write-off',
    for: 14,
    reason: 'Stocktaking in hall 2',
  },
  {
    days: 29,
    by: 'kwame.boateng',
    application: 'ledger',
    to: 'joao.pereira',
    what: 'role controller',
    for: 7,
    reason: 'Kwame is on leave',
  },
];

/** Plans the grants, their changes, and the grants of the files that end soon. */
export function planGrants(world: World): void {
  const { timeline } = world;
  for (const { days, by, application, to, what, for: length, reason } of given)
    timeline.at(timeline.daysAgo(days, 11), () =>
      world.grant(by, application, to, what, { hours: length === undefined ? undefined : length * 24, reason }),
    );
  timeline.at(timeline.daysAgo(176, 9), () =>
    change(world, 'chiara.benedetti', 'ledger', 'role controller', 'kwame.boateng', {
      ends: after(world.calls.clock.now, 60 * 24),
    }),
  );
  timeline.at(timeline.daysAgo(150, 16), () =>
    revoke(world, 'kwame.boateng', 'ledger', 'role controller', 'joao.pereira'),
  );
  timeline.at(timeline.daysAgo(66, 8), () =>
    change(world, 'mbali.dlamini', 'ward', 'role nurse', 'group Physicians', {
      ends: after(world.calls.clock.now, 14 * 24),
      reason: 'Trial on Ward 2, two weeks more',
    }),
  );
  planNights(world);
  planToday(world);
}

/** Plans the grants to the Night desk. Each lasts two weeks, and the current one ends at the time in the files. */
function planNights(world: World): void {
  const { timeline } = world;
  const fortnight = 14 * 24;
  for (let nth = 12; nth >= 1; nth -= 1) {
    const since = ends.NIGHTS_END - nth * fortnight;
    const until = (since + fortnight) * 3_600_000 + timeline.now;
    timeline.at(timeline.now + since * 3_600_000 + 60_000, () =>
      world.grant('mbali.dlamini', 'ward', 'group Night desk', 'role reception', {
        hours: (until - world.calls.clock.now) / 3_600_000,
        reason: 'Nights',
      }),
    );
  }
}

/**
 * Plans the grants in the files that have an end. Each entry begins with the number of hours since the grant was made.
 */
function planToday(world: World): void {
  const { timeline } = world;
  const today = [
    [5.2, 'chiara.benedetti', 'ledger', 'tomasz.wojcik', 'role controller', ends.COVER_ENDS, 'Covering for Kwame'],
    [98, 'kwame.boateng', 'ledger', 'chiara.benedetti', 'permission settings.write', ends.RATES_END, 'VAT rates 2027'],
    [
      219,
      'chiara.benedetti',
      'ledger',
      'priya.raghunathan',
      'permission reports.export',
      ends.AUDIT_ENDS,
      'External audit',
    ],
    [
      701,
      'chiara.benedetti',
      'ledger',
      'maya.lindqvist',
      'permission invoices.send',
      ends.DUNNING_ENDS,
      'Dunning project',
    ],
    [3.7, 'sunita.rao', 'depot', 'sanele.khumalo', 'permission stock.write-off', ends.THAW_ENDS, 'Cold room 3 thawed'],
  ] as const;
  for (const [since, by, application, to, what, until, reason] of today)
    timeline.at(timeline.hoursAgo(since), () =>
      world.grant(by, application, to, what, {
        hours: until + (timeline.now - world.calls.clock.now) / 3_600_000,
        reason,
      }),
    );
}

const change = (world: World, by: string, application: string, what: What, to: Party, body: object) =>
  world.as(by, 'grants.update', { params: { application, grant: world.grantOf(application, what, to) }, body });

export const revoke = (world: World, by: string, application: string, what: What, to: Party) =>
  world.as(by, 'grants.revoke', { params: { application, grant: world.grantOf(application, what, to) } });
