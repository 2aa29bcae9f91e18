import { type HandedOver, limits, type User } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Duties } from '../../store/duties/duties.ts';
import { type HandedLines, handOverReview, inPlaceOf, linesToHandOver } from '../../store/duties/hand-over.ts';
import { groupAndAbove } from '../../store/groups/groups.ts';
import { type Change, changes, type Next } from '../../store/kernel/change.ts';
import { sha256 } from '../../store/kernel/sha256.ts';
import { queueReviewsNow } from '../../store/reviews/list.ts';
import { findRolePolicy } from '../../store/role-policies/role-policies.ts';
import { makeOwner, takeOwner } from '../applications/change.ts';
import { actingOf, type CallerAccess } from '../authorise.ts';
import { requireFreshForLicet } from '../credentials/fresh.ts';
import { listed } from '../long-lists.ts';
import { requireMayGrant } from '../may-give.ts';
import { setRecord } from '../plans/created-ids.ts';
import { requireApplication, requireRole, requireUser, userTarget } from '../require.ts';
import { reviewRecord } from '../reviews/change.ts';
import { requireReview } from '../reviews/visible.ts';
import { replacePolicy } from '../roles/policy.ts';
import { type Asked, type ChangingInTurn, decided } from '../use-case.ts';
import { dutiesOfOne } from './duties.ts';

type Given = Asked<'users.handOver'> & { readonly change: Change };
type Part = (change: Change) => Promise<void>;

/**
 * Hands duties over to another user in one transaction. Makes the changes that a user would make by hand, each with its
 * usual event, and adds two events that name both users. Each part needs the right to change it and the right to grant
 * it:
 * - applications and roles: `applications.manage`, and the right to grant there
 * - reviews: `reviews.manage`
 */
export const handOver: ChangingInTurn<'users.handOver'> = {
  id: 'users.handOver',
  inTurn: async (next: Next, asked) => {
    const { parts, reply } = await next((change) =>
      decided('users.handOver', asked, change, async (given) => {
        const found = await partsOf(given);
        await found.parts[0]?.(change);
        return found;
      }),
    );
    for (const part of parts.slice(1)) await next(part);
    return reply;
  },
  perform: (asked) =>
    changes(asked.database, actingOf(asked), async (next) => {
      let first = 0;
      const reply = await handOver.inTurn(
        (work) =>
          next((change) => {
            first ||= change.no;
            return work(change);
          }),
        asked,
      );
      await next(async (change) => {
        await requireFreshForLicet(change, asked.caller, first);
        change.record(setRecord(change, { first }, { reason: '' }));
      });
      return reply;
    }),
};

/** The changes that make the requested hand-over, and their counts. @throws Refusal `not_found`, `wrong_state`, `may_not_grant` */
async function partsOf({ change, access, params, body }: Given): Promise<{ parts: Part[]; reply: HandedOver }> {
  const user = await requireUser(change, params.user);
  const to = await requireUser(change, body.to);
  if (to.id === user.id) refuse('wrong_state', 'duties_own', { user: user.name });
  if (to.status !== 'active') refuse('wrong_state', 'successor_not_active', { user: to.name, status: to.status });
  const duties = chosenOf(await dutiesOfOne(change, user.id), body.parts);
  if (duties.applications.length + duties.roles.length + duties.reviews.length === 0)
    refuse('wrong_state', 'duties_gone', { user: user.name });
  requireMayHandOver(access, duties);
  requireFew(duties);

  const people = { user, to };
  const applications = await ownersOf(change, people, duties.applications);
  const roles = await policiesOf(change, people, duties.roles);
  const reviews = await reviewsOf(change, access, people, duties.reviews);
  if (applications.parts.length + roles.parts.length + reviews.parts.length === 0)
    refuse('wrong_state', 'successor_already_approves', { user: to.name, roles: roles.kept, of: user.name });
  const handed = {
    applications: listed(duties.applications.map(({ application }) => application.id)),
    roles: listed(roles.changed),
    reviews: listed(duties.reviews.map(({ review }) => review.name)),
    lines: reviews.lines,
  };
  const parts = [
    ...applications.parts,
    ...roles.parts,
    ...reviews.parts,
    async (last: Change) =>
      last.record({ action: 'user.took_over', target: userTarget(to), after: { handedBy: named(user), ...handed } }),
    async (last: Change) =>
      last.record({
        action: 'user.handed_over',
        target: userTarget(user),
        after: { handedTo: named(to), ...handed, ...(roles.kept.length > 0 && { kept: listed(roles.kept) }) },
      }),
  ];
  const { length } = roles.changed;
  const reply = {
    applications: duties.applications.length,
    roles: length,
    reviews: duties.reviews.length,
    lines: reviews.lines,
  };
  return { parts, reply };
}

interface People {
  readonly user: User;
  readonly to: User;
}

const named = ({ name, username }: User) => `${name} (${username})`;

function chosenOf(all: Duties, parts: Given['body']['parts'] = everything): Duties {
  return {
    applications: chosen(all.applications, parts.applications, ({ application }) => application.id),
    roles: chosen(all.roles, parts.roles, ({ role }) => role.id),
    reviews: chosen(all.reviews, parts.reviews, ({ review }) => review.id),
  };
}

const everything = { applications: 'all', roles: 'all', reviews: 'all' } as const;

/** The duties of one kind to hand over: all, the named ones, or none. Leaves out those that the user does not have. */
const chosen = <Item>(
  all: readonly Item[],
  part: 'all' | readonly string[] | undefined,
  idOf: (item: Item) => string,
): readonly Item[] => (part === 'all' ? all : all.filter((item) => part?.includes(idOf(item)) === true));

/** @throws Refusal `may_not_grant` */
function requireMayHandOver(access: CallerAccess, { applications, roles, reviews }: Duties): void {
  for (const { application } of [...applications, ...roles]) {
    requireMayGrant(access, application.id);
    if (!access.can('applications.manage')) refuse('may_not_grant', 'hands_over_applications', {});
  }
  if (reviews.length > 0 && !access.can('reviews.manage')) refuse('may_not_grant', 'hands_over_reviews', {});
}

/**
 * Limits the size of a hand-over: all other changes wait for it, and the owner of one application can name a user in
 * any number of roles.
 * @throws Refusal `too_large`
 */
function requireFew({ applications, roles, reviews }: Duties): void {
  const most = limits.planStepsMax.value;
  // Each application takes two steps: it gets an owner and loses one.
  if (2 * applications.length + roles.length + reviews.length > most)
    refuse('too_large', 'plan_too_many_steps', { most });
}

/** Adds the new owner before removing the old one: an application is never without an owner. */
async function ownersOf(change: Change, { user, to }: People, owned: Duties['applications']) {
  const already = new Set((await dutiesOfOne(change, to.id)).applications.map(({ application }) => application.id));
  const parts: Part[] = [];
  for (const { application } of owned) {
    const found = await requireApplication(change, application.id);
    if (!already.has(found.id)) parts.push((part) => makeOwner(part, found, to));
    parts.push((part) => takeOwner(part, found, user));
  }
  return { parts };
}

async function policiesOf(change: Change, { user, to }: People, roles: Duties['roles']) {
  const handing = { from: user.id, to: to.id };
  const [parts, changed, kept]: [Part[], string[], string[]] = [[], [], []];
  for (const duty of roles) {
    const application = await requireApplication(change, duty.application.id);
    const role = await requireRole(change, application, duty.role.id);
    const { version: _, ...before } = await findRolePolicy(change, role.id);
    const after = inPlaceOf(before, handing);
    const name = `${application.id}/${role.name}`;
    if (after.kept) kept.push(name);
    if (JSON.stringify(after.policy) === JSON.stringify(before)) continue;
    changed.push(name);
    parts.push(async (part) => void (await replacePolicy(part, application, role, after.policy)));
  }
  return { parts, changed, kept };
}

async function reviewsOf(change: Change, access: CallerAccess, { user, to }: People, reviews: Duties['reviews']) {
  const handing = { from: user.id, to: to.id };
  const own = await groupAndAbove(change, to.id);
  const parts: Part[] = [];
  let lines = 0;
  for (const { review } of reviews) {
    let going = await linesToHandOver(change, review.id, user.id, own);
    // Review decisions do not take the writer lock, so the open lines are locked until this change is committed.
    await change.sideEffects(async () => {
      going = await linesToHandOver(change, review.id, user.id, own, true);
    });
    lines += going.handed.length;
    parts.push(async (part) => {
      const before = reviewRecord(await requireReview(part, access, review.id));
      await part.sideEffects(async () => {
        await handOverReview(part, review.id, handing, going);
        await queueReviewsNow(part);
      });
      part.record({
        action: 'review.changed',
        target: { kind: 'review', ...review },
        before,
        after: { ...inPlace(before, handing), ...linesRecord(going) },
      });
    });
  }
  return { parts, lines };
}

function inPlace(
  { reviewers, fallback, ...rest }: ReturnType<typeof reviewRecord>,
  { from, to }: { readonly from: string; readonly to: string },
) {
  const put = (id: string) => (id === from ? to : id);
  return {
    reviewers: typeof reviewers === 'string' ? reviewers : [...new Set(reviewers.map(put))],
    fallback: fallback && put(fallback),
    ...rest,
  };
}

/** The number of lines and their digest, so a plan covers exactly these lines. */
const linesRecord = ({ handed, back }: HandedLines) =>
  handed.length + back.length === 0
    ? {}
    : { lines: handed.length, linesBack: back.length, linesDigest: sha256('', JSON.stringify([handed, back])) };
