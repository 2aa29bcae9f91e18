import type { What, World } from './world.ts';

/** A request of the past. `after` is the time until the outcome, in minutes. */
interface Asked {
  readonly days: number;
  readonly at: number;
  readonly who: string;
  readonly application: string;
  readonly what: What;
  readonly hours: number;
  readonly reason: string;
  readonly place?: string;
  readonly after?: number;
  readonly approved?: { readonly by: string; readonly hours?: number; readonly what?: What; readonly note?: string };
  readonly denied?: { readonly by: string; readonly reason: string };
  readonly withdrawn?: true;
  readonly comment?: { readonly by: string; readonly text: string };
}

const [chiara, kwame, mbali, sunita, erik] = [
  'chiara.benedetti',
  'kwame.boateng',
  'mbali.dlamini',
  'sunita.rao',
  'erik.strand',
] as const;

const ledger: readonly Omit<Asked, 'application'>[] = [
  {
    days: 331,
    at: 9,
    who: 'ana.lucia',
    what: 'permission reports.export',
    hours: 48,
    reason: 'The auditors want the open items of last year as a file.',
    after: 95,
    approved: { by: 'stefan.lindner' },
  },
  {
    days: 318,
    at: 13,
    who: 'rashid.karimov',
    what: 'role approver',
    hours: 240,
    reason: 'João is away for two weeks and the Oslo invoices wait.',
    after: 1570,
    approved: { by: 'stefan.lindner', hours: 120, note: 'Five days are enough; I am back on Monday.' },
  },
  {
    days: 302,
    at: 10,
    who: 'kenji.morimoto',
    what: 'permission invoices.refund',
    hours: 4,
    reason: 'Harlow paid invoice 2025-1131 twice.',
    place: 'button “Refund” on invoice 2025-1131',
    after: 22,
    approved: { by: chiara },
  },
  {
    days: 287,
    at: 14,
    who: 'ioana.dumitrescu',
    what: 'permission invoices.approve',
    hours: 24,
    reason: 'Twelve invoices have to leave before the end of the month.',
    after: 187,
    denied: { by: chiara, reason: 'You drafted these yourself. Ask João to approve them.' },
  },
  {
    days: 261,
    at: 8,
    who: 'dmytro.kovalenko',
    what: 'permission reports.export',
    hours: 168,
    reason: 'The bank asks for the list of receivables.',
    after: 41,
    approved: { by: 'stefan.lindner' },
  },
  {
    days: 246,
    at: 15,
    who: 'dmytro.kovalenko',
    what: 'role approver',
    hours: 72,
    reason: 'Month-end, and João is ill.',
    after: 50,
    withdrawn: true,
  },
  {
    days: 219,
    at: 10,
    who: 'ana.lucia',
    what: 'permission invoices.void',
    hours: 8,
    reason: 'Invoice 2026-0093 went to the wrong customer.',
    place: 'button “Void” on invoice 2026-0093',
    after: 12,
    approved: { by: chiara },
  },
  {
    days: 197,
    at: 12,
    who: 'camille.roussel',
    what: 'role approver',
    hours: 120,
    reason: 'Covering for João until Friday.',
    after: 312,
    approved: {
      by: chiara,
      what: 'permission invoices.approve',
      note: 'Approving is enough for that; refunds stay with us.',
    },
  },
  {
    days: 173,
    at: 9,
    who: 'sofia.kjellberg',
    what: 'permission reports.export',
    hours: 720,
    reason: 'Monthly figures for the group.',
    after: 1490,
    denied: { by: kwame, reason: 'A month is long for one file. Ask again on the day when you need it.' },
  },
  {
    days: 171,
    at: 8,
    who: 'sofia.kjellberg',
    what: 'permission reports.export',
    hours: 24,
    reason: 'Figures of last month for the group, today.',
    after: 35,
    approved: { by: kwame },
  },
  {
    days: 139,
    at: 11,
    who: 'kenji.morimoto',
    what: 'permission invoices.refund',
    hours: 8,
    reason: 'Customer Harlow sent the second pallet back.',
    place: 'button “Refund” on invoice 2026-0188',
    after: 8,
    approved: { by: chiara },
  },
  {
    days: 113,
    at: 13,
    who: 'rashid.karimov',
    what: 'permission settings.write',
    hours: 24,
    reason: 'The new bank account has to be on the invoices from Monday.',
    after: 2750,
    denied: { by: chiara, reason: 'Ioana changes the account, and Kwame checks it.' },
    comment: { by: kwame, text: 'Is Ioana not doing this already?' },
  },
  {
    days: 91,
    at: 16,
    who: 'mateus.carvalho',
    what: 'permission invoices.approve',
    hours: 48,
    reason: 'The drafts of the Bergen branch wait since Tuesday.',
    after: 20,
    withdrawn: true,
  },
  {
    days: 68,
    at: 7,
    who: 'ana.lucia',
    what: 'role approver',
    hours: 96,
    reason: 'Chiara and Kwame are both at the trade fair.',
    after: 184,
    approved: { by: kwame },
  },
  {
    days: 46,
    at: 10,
    who: 'maya.lindqvist',
    what: 'permission reports.export',
    hours: 72,
    reason: 'Overdue invoices for the dunning project.',
    place: 'button “Export” in the reports',
    after: 66,
    approved: { by: chiara },
  },
  {
    days: 41,
    at: 15,
    who: 'rashid.karimov',
    what: 'permission settings.write',
    hours: 24,
    reason: 'The footer of the invoices still shows the old address.',
  },
  {
    days: 31,
    at: 9,
    who: 'ioana.dumitrescu',
    what: 'permission invoices.void',
    hours: 4,
    reason: 'Invoice 2026-0391 was entered twice.',
    place: 'button “Void” on invoice 2026-0391',
    after: 17,
    approved: { by: kwame },
  },
  {
    days: 9,
    at: 13,
    who: 'sofia.kjellberg',
    what: 'permission invoices.refund',
    hours: 8,
    reason: 'Two customers were charged the old price.',
    place: 'button “Refund” on invoice 2026-0409',
    after: 44,
    approved: { by: chiara, hours: 4, note: 'Both of them fit into an afternoon.' },
  },
  {
    days: 5,
    at: 14,
    who: 'camille.roussel',
    what: 'role approver',
    hours: 240,
    reason: 'Kwame is away next week.',
    after: 131,
    denied: { by: chiara, reason: 'João covers for Kwame this time.' },
  },
];

const ward: readonly Omit<Asked, 'application'>[] = [
  {
    days: 322,
    at: 8,
    who: 'adaeze.nwosu',
    what: 'role nurse',
    hours: 72,
    reason: 'Ward 2 has three new patients and two nurses are ill.',
    after: 74,
    approved: { by: mbali },
  },
  {
    days: 255,
    at: 12,
    who: 'yusuf.demirtas',
    what: 'role pharmacist',
    hours: 120,
    reason: 'Two of the pharmacy are ill and I have the certificate.',
    after: 128,
    approved: { by: mbali, note: 'Until Sunday. Please hand over to Dagny.' },
  },
  {
    days: 209,
    at: 9,
    who: 'grace.tuilagi',
    what: 'role nurse',
    hours: 48,
    reason: 'To tell callers whether their result is in.',
    after: 1385,
    denied: { by: mbali, reason: 'Reception shows that already: open the appointment.' },
  },
  {
    days: 166,
    at: 17,
    who: 'siobhan.ni',
    what: 'role pharmacist',
    hours: 8,
    reason: 'Evening doses; Eleni left at five.',
    after: 15,
    approved: { by: mbali },
  },
  {
    days: 124,
    at: 10,
    who: 'hana.novakova',
    what: 'role pharmacist',
    hours: 72,
    reason: 'Weekend, if nobody of the pharmacy can come.',
    after: 205,
    withdrawn: true,
  },
  {
    days: 78,
    at: 11,
    who: 'bao.tran',
    what: 'permission appointments.manage',
    hours: 120,
    reason: 'The front desk moves, and callers reach the ward.',
    after: 243,
    approved: { by: mbali, hours: 48, note: 'The desk is back on Thursday.' },
  },
  {
    days: 52,
    at: 6,
    who: 'magorzata.zielinska',
    what: 'role pharmacist',
    hours: 24,
    reason: 'Night doses for Ward 2.',
    after: 33,
    approved: { by: mbali },
  },
  {
    days: 14,
    at: 15,
    who: 'nguyen.thi',
    what: 'permission appointments.manage',
    hours: 72,
    reason: 'Follow-ups of the vaccination week.',
    after: 1260,
    approved: { by: mbali },
  },
];

const depot: readonly Omit<Asked, 'application'>[] = [
  {
    days: 228,
    at: 16,
    who: 'daniel.mwangi',
    what: 'permission stock.move',
    hours: 8,
    reason: 'The late trailer comes when the floor has gone home.',
    after: 9,
    approved: { by: sunita },
  },
  {
    days: 187,
    at: 8,
    who: 'emeka.obi',
    what: 'role picker',
    hours: 168,
    reason: 'My truck is in the workshop and the floor is short.',
    after: 355,
    approved: { by: erik },
  },
  {
    days: 143,
    at: 10,
    who: 'sanele.khumalo',
    what: 'permission trips.plan',
    hours: 24,
    reason: 'To move my own trip to Thursday.',
    after: 298,
    denied: { by: erik, reason: 'Tell me the trip and I move it.' },
  },
  {
    days: 99,
    at: 7,
    who: 'bjrn.haugland',
    what: 'permission stock.write-off',
    hours: 4,
    reason: 'A pallet of glass fell in lane 6.',
    after: 11,
    approved: { by: sunita },
  },
  {
    days: 63,
    at: 18,
    who: 'leif.aronsen',
    what: 'permission stock.move',
    hours: 8,
    reason: 'Unloading for the Tromsø trip.',
    after: 27,
    approved: { by: sunita },
  },
  {
    days: 36,
    at: 9,
    who: 'kalani.kahananui',
    what: 'role planner',
    hours: 120,
    reason: 'I would like to plan the trips of next week.',
    after: 1810,
    denied: { by: erik, reason: 'Come to the planning on Monday first.' },
    comment: { by: sunita, text: 'Erik, could Kalani plan one day with you?' },
  },
  {
    days: 21,
    at: 8,
    who: 'paolo.ferretti',
    what: 'permission stock.write-off',
    hours: 2,
    reason: 'Milk past its date in cold room 1.',
    after: 6,
    approved: { by: sunita },
  },
  {
    days: 3,
    at: 16,
    who: 'emeka.obi',
    what: 'permission stock.move',
    hours: 8,
    reason: 'The evening trailer has no second hand.',
    after: 14,
    approved: { by: sunita },
  },
];

/** A request that waits for a decision when the sample starts. */
export interface Waiting {
  readonly hoursAgo: number;
  readonly who: string;
  readonly application: string;
  readonly role?: string;
  readonly permission?: string;
  readonly reason: string;
  readonly hours: number;
  readonly place?: string;
}

const waiting: readonly Waiting[] = [
  {
    hoursAgo: 26.4,
    who: 'kenji.morimoto',
    application: 'ledger',
    permission: 'reports.export',
    reason: 'The bank wants the receivables of October as a file before Friday.',
    hours: 168,
    place: 'button “Export” in the reports',
  },
  {
    hoursAgo: 19.1,
    who: 'rashid.karimov',
    application: 'ledger',
    role: 'approver',
    reason: 'Kwame is on leave from Monday and asked me to approve for the Oslo desk.',
    hours: 240,
  },
  {
    hoursAgo: 3.3,
    who: 'yusuf.demirtas',
    application: 'ward',
    role: 'pharmacist',
    reason: 'Two of the pharmacy are ill; I have the certificate and covered in March.',
    hours: 216,
  },
  {
    hoursAgo: 0.6,
    who: 'daniel.mwangi',
    application: 'depot',
    permission: 'stock.move',
    reason: 'The evening trailer comes at nine and the floor is short of one.',
    hours: 8,
  },
];

/** Plans the requests, and their outcomes. */
export function planRequests(world: World): void {
  const { timeline } = world;
  const all = { ledger, ward, depot };
  for (const [application, asked] of Object.entries(all))
    for (const each of asked)
      timeline.at(timeline.daysAgo(each.days, each.at), () => ask(world, { application, ...each }));
  for (const { hoursAgo, who, hours, ...body } of waiting)
    timeline.at(timeline.hoursAgo(hoursAgo), () =>
      world.as(who, 'requests.ask', { body: { ...body, seconds: hours * 3600 } }),
    );
}

async function ask(world: World, asked: Asked): Promise<void> {
  const { who, application, what, hours, reason, place, after = 0, approved, denied, withdrawn, comment } = asked;
  const [kind = '', name] = what.split(' ');
  const { id } = await world.as(who, 'requests.ask', {
    body: { application, [kind]: name, reason, seconds: hours * 3600, ...(place && { place }) },
  });
  const params = { request: id };
  if (comment)
    world.timeline.later(after / 180, () =>
      world.as(comment.by, 'requests.comment', { params, body: { text: comment.text } }),
    );
  world.timeline.later(after / 60, async () => {
    if (withdrawn) await world.as(who, 'requests.withdraw', { params });
    if (denied) await world.as(denied.by, 'requests.deny', { params, body: { reason: denied.reason } });
    if (!approved) return;
    const body = {
      ...(approved.what && { gives: world.gives(application, approved.what) }),
      ...(approved.hours && { seconds: approved.hours * 3600 }),
      ...(approved.note && { note: approved.note }),
    };
    await world.as(approved.by, 'requests.approve', { params, body });
  });
}
