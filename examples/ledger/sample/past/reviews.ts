import type { ReviewItem } from '@licet/contract';
import { revoke } from './grants.ts';
import { ingrid } from './people.ts';
import { after } from './timeline.ts';
import type { World } from './world.ts';

/** Plans two reviews: one of Ledger that was closed, and one of Depot that is open. */
export function planReviews(world: World): void {
  const { timeline } = world;
  timeline.at(timeline.daysAgo(75, 9), async () => {
    const id = await open(world, `Ledger, ${quarterOf(world.calls.clock.now)} quarter`, 'ledger', 14);
    world.timeline.later(25.3, () => decide(world, id, 'chiara.benedetti', 5));
    world.timeline.later(74.6, () => decide(world, id, 'kwame.boateng'));
    world.timeline.later(146.2, () => decide(world, id, 'chiara.benedetti'));
    world.timeline.later(290.1, async () => {
      const params = { review: id };
      const { digest } = await world.as(ingrid, 'reviews.plan', { params });
      await world.as(ingrid, 'reviews.close', { params, body: { digest } });
    });
  });
  timeline.at(timeline.daysAgo(4, 8), async () => {
    const id = await open(world, 'Depot, before the stocktaking', 'depot', 14);
    world.timeline.later(5.4, () => decide(world, id, 'sunita.rao', 2));
  });
}

const quarterOf = (milliseconds: number) =>
  ['first', 'second', 'third', 'fourth'][Math.floor(new Date(milliseconds).getUTCMonth() / 3)];

async function open(world: World, name: string, application: string, days: number): Promise<string> {
  const { id } = await world.as(ingrid, 'reviews.open', {
    body: {
      name,
      scope: { kind: 'application', application },
      reviewers: { kind: 'owners' },
      fallback: world.user(ingrid),
      endsAt: after(world.calls.clock.now, days * 24),
      undecided: 'keep',
    },
  });
  return id;
}

/** A reviewer decides the lines that wait for them, or some of them. */
async function decide(world: World, review: string, by: string, most?: number): Promise<void> {
  const query = { limit: '200' };
  const { items } = await world.as(by, 'reviews.items', { params: { review }, query });
  const lines = items.filter(({ mine, state }) => mine && state === 'pending').slice(0, most);
  if (lines.length === 0) return;
  const decisions = lines.map((line) => ({ line: line.line, version: line.version, ...decisionOn(world, line) }));
  await world.as(by, 'reviews.decide', { params: { review }, body: { decisions } });
}

function decisionOn(world: World, { holder, gives }: ReviewItem) {
  const what = `${holder.name} ${gives?.name}`;
  if (what === 'João Pereira da Silva invoices.void')
    return { decision: 'revoke', note: 'The drafts are cleaned up; void is with the approvers.' };
  if (what === 'Ioana Dumitrescu settings.write')
    return {
      decision: 'shorten',
      ends: after(world.calls.clock.now, 18 * 24),
      note: 'The account is changed by then.',
    };
  if (gives?.name === 'admin') return { decision: 'keep', note: 'Runs the platform.' };
  return { decision: 'keep' };
}

/** Plans three changes that were reverted, and an emergency access with its review. */
export function planMishaps(world: World): void {
  const { timeline } = world;
  timeline.at(timeline.daysAgo(243, 16), async () => {
    const stefan = 'stefan.lindner';
    await world.grant(stefan, 'ledger', 'group Finance', 'role approver', { reason: 'Month-end' });
    const event = await world.lastNumber();
    timeline.later(0.3, () => world.revert(stefan, { event }, 'Meant for the leads only'));
  });
  timeline.at(timeline.daysAgo(132, 14), async () => {
    const group = world.group('Nurses, Ward 2');
    const members = ['alejandra.rios', 'bao.tran', 'magorzata.zielinska', 'nguyen.thi'];
    const plan = await world.plan(
      ingrid,
      members.map((member) => ({ call: 'groups.removeMember', params: { group, member: world.user(member) } })),
      { reason: 'Ward 2 closes for the renovation' },
    );
    timeline.later(0.8, () => world.revert(ingrid, { plan }, 'The renovation begins next month, not today'));
  });
  timeline.at(timeline.daysAgo(103, 9), () =>
    world.grant('erik.strand', 'depot', 'group Drivers', 'permission stock.read', {
      reason: 'The drivers look up pallets',
    }),
  );
  timeline.at(timeline.daysAgo(26, 11), async () => {
    await revoke(world, 'erik.strand', 'depot', 'permission stock.read', 'group Drivers');
    const event = await world.lastNumber();
    timeline.later(0.2, () => world.revert('erik.strand', { event }, 'The scanners of the trucks need it'));
  });
  planEmergency(world);
}

function planEmergency(world: World): void {
  const { timeline } = world;
  timeline.at(timeline.daysAgo(231, 13), async () => {
    const role = world.gives('ward', 'role pharmacist').id;
    const body = {
      longestSeconds: null,
      reasonNeeded: true,
      requestable: true,
      approval: { steps: [{ approvers: 'owners', needed: 1 }] },
      secondApprover: false,
      breakGlass: { users: [], groups: [world.group('Physicians')], seconds: 2 * 3600 },
    };
    await world.as('mbali.dlamini', 'roles.setPolicy', { params: { application: 'ward', role }, body });
  });
  timeline.at(timeline.daysAgo(64, 2), async () => {
    const fatima = 'fatima.al';
    await world.signIn(fatima);
    const use = await world.as(fatima, 'breakGlass.use', {
      body: {
        application: 'ward',
        role: 'pharmacist',
        reason: 'Insulin for bed 12. The pharmacy is locked and the pharmacist on call does not answer.',
      },
    });
    timeline.later(5.6, () =>
      world.as('mbali.dlamini', 'breakGlass.review', {
        params: { use: use.id },
        body: {
          found: 'justified',
          note: 'Right. The number of the pharmacist on call was out of date; it is corrected.',
        },
      }),
    );
  });
}
