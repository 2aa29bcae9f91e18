import type { Asked } from './asked.ts';
import { askedInDepot, askedInWard } from './asked-elsewhere.ts';
import { askedInLedger } from './asked-in-ledger.ts';
import type { World } from './world.ts';

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
  const all = { ledger: askedInLedger, ward: askedInWard, depot: askedInDepot };
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
