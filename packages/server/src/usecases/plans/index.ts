import type { PlannedCall, PlannedStep, Problem } from '@licet/contract';
import { Refusal, refuse } from '../../refusal.ts';
import { type Change, changes } from '../../store/kernel/change.ts';
import { type Draft, draft } from '../../store/kernel/draft.ts';
import { requireAdministrator } from '../../store/licet/administrators.ts';
import { eventsByNumber } from '../../store/reverts/events.ts';
import * as applications from '../applications/change.ts';
import { authorise, type CallerAccess } from '../authorise.ts';
import * as clients from '../clients/change.ts';
import type { Caller } from '../context.ts';
import { requireFreshForLicet } from '../credentials/fresh.ts';
import * as grants from '../grants/change.ts';
import * as groups from '../groups/change.ts';
import * as permissions from '../permissions/change.ts';
import { refuseFields } from '../require.ts';
import * as roles from '../roles/change.ts';
import { setPolicy } from '../roles/policy.ts';
import * as separations from '../separations/change.ts';
import * as settings from '../settings/index.ts';
import { type Asked, answering, type Changing } from '../use-case.ts';
import * as users from '../users/change.ts';
import { alone, atOnce } from './alone.ts';
import { type EffectPage, effectsThen, sha256 } from './effects-then.ts';
import { Made, requireDistinct } from './made.ts';
import { refusalIn } from './refusal-in.ts';
import { requireMaySee } from './revert/index.ts';

/** What makes each of the changes that can be planned: the use case that makes it by itself. */
const made: { readonly [Id in PlannedCall]: Changing<Id> } = {
  'grants.create': grants.create,
  'grants.update': grants.update,
  'grants.revoke': grants.revoke,
  'roles.create': roles.create,
  'roles.update': roles.update,
  'roles.remove': roles.remove,
  'roles.setPolicy': setPolicy,
  'permissions.create': permissions.create,
  'permissions.update': permissions.update,
  'permissions.remove': permissions.remove,
  'groups.create': groups.create,
  'groups.update': groups.update,
  'groups.remove': groups.remove,
  'groups.addMember': groups.addMember,
  'groups.removeMember': groups.removeMember,
  'users.create': users.create,
  'users.update': users.update,
  'users.suspend': users.suspend,
  'users.reactivate': users.reactivate,
  'users.remove': users.remove,
  'applications.create': applications.create,
  'applications.update': applications.update,
  'applications.remove': applications.remove,
  'applications.addOwner': applications.addOwner,
  'applications.removeOwner': applications.removeOwner,
  'clients.create': clients.create,
  'clients.update': clients.update,
  'clients.remove': clients.remove,
  'separations.create': separations.create,
  'separations.update': separations.update,
  'separations.remove': separations.remove,
  'separations.except': separations.except,
  'separations.changeException': separations.changeException,
  'separations.endException': separations.endException,
  'settings.update': settings.update,
};

/**
 * What changes would bring: each is made through a draft by its own use case, with every right and rule, after those before it; one that is
 * refused leaves nothing, and says why. Whether somebody signed in lately is asked when it is applied.
 */
export const make = answering('plans.make', async (asked) => {
  const { version, at, steps, digest, effects } = await planned(asked, asked.body.changes, asked.access);
  return { version, at, steps, digest, effects };
});

/** Whom an effect of a plan concerns, from a place on. @throws Refusal `plan_moved` when the changes would bring something else by now */
export const holders = answering('plans.holders', async (asked) => {
  const { changes, digest, effect, after } = asked.body;
  const made = await planned(asked, changes, asked.access, { effect, after });
  if (digest !== made.digest) moved(made.version);
  const { holders: items = [], count = 0 } = made.effects[effect] ?? {};
  const next = after + items.length;
  return { items, next: items.length > 0 && next < count ? next : null };
});

/**
 * Makes the changes of a plan, each as its own call would, in one transaction. The plan is made anew, outside of the writer lock; under it nothing
 * more is asked than whether anything was changed in between. Where others were quicker each time they wait while it is made once more.
 * @throws Refusal `plan_moved`, and whatever a change is refused with, which names its place
 */
export const apply = answering('plans.apply', async (asked) => {
  for (let triesLeft = 2; triesLeft > 0; triesLeft -= 1) {
    const first = await madeAnew(asked);
    try {
      return await appliedTo(asked, async () => first);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  return appliedTo(asked, () => {
    // Whoever holds the lock waits for nobody's plan: everybody would wait with them.
    if (!atOnce(asked))
      refuse(
        'busy',
        'Others changed something each time, and other plans are being worked out. Apply this one again.',
        {
          retryAfter: 5,
        },
      );
    return madeAnew(asked);
  });
});

/** The number of the change by which the plan begins, if it still brings what it said. @throws Refusal as {@link apply} */
async function madeAnew(asked: Asked<'plans.apply'>): Promise<number> {
  const { version, steps, digest } = await planned(asked, asked.body.changes, null);
  const place = steps.findIndex(({ refused }) => refused !== null);
  if (place >= 0) throw placed(steps[place]?.refused, place);
  if (digest !== asked.body.digest) moved(version);
  return version;
}

const moved = (version: number) =>
  refuse('plan_moved', 'These changes would bring something else by now than the plan said.', {
    currentVersion: version - 1,
  });

/** Between looking and applying somebody else made a change. */
class ChangedMeanwhile extends Error {}

/** All changes in one transaction, if the first has the number that `look` answers under the lock. */
function appliedTo(asked: Asked<'plans.apply'>, look: () => Promise<number>): Promise<{ first: number; last: number }> {
  const { database, access, body } = asked;
  return changes(database, actorOf(access), async (next) => {
    let first = 0;
    const known = new Made();
    for (const [index, step] of body.changes.entries())
      await next(async (change) => {
        if (index === 0) {
          first = await look();
          if (change.no !== first) throw new ChangedMeanwhile();
        }
        const input = inputOf(asked, known.named(step));
        await (made[step.call] as Changing).within(known.noting(change, step, index), input).catch((error: unknown) => {
          throw error instanceof Refusal ? placed(error.problem, index) : error;
        });
        await known.alsoAdmin(change, step);
      });
    return next(async (change) => {
      await requireFreshForLicet(change, asked.caller, first);
      const count = body.changes.length;
      const reverts = body.reverts && (await requireTurnedBack(change, asked.caller, body.reverts, first));
      change.record({
        action: 'plan.applied',
        target: { kind: 'plan', id: body.digest, name: `${count} ${count === 1 ? 'change' : 'changes'}` },
        after: {
          changes: count,
          first,
          reason: body.reason ?? '',
          ...(body.set !== undefined && { set: body.set }),
          ...(reverts && { reverts }),
        },
      });
      return { first, last: change.no };
    });
  });
}

/**
 * What applying a plan says that it turns back stands beside those changes from then on: so only who may ask how to turn them back may say so.
 * @throws Refusal `invalid_request` when one of the changes was not made before, `forbidden`
 */
async function requireTurnedBack(change: Change, caller: Caller, numbers: readonly number[], first: number) {
  const made = await eventsByNumber(change, numbers);
  requireMaySee(await authorise(change, caller, 'plans.apply', undefined), made.values());
  refuseFields(
    numbers.flatMap((no, index) =>
      no < first && made.has(no)
        ? []
        : [{ pointer: `/reverts/${index}`, detail: `There is no change ${no} to turn back.` }],
    ),
  );
  return numbers;
}

type PlannedChange = Asked<'plans.make'>['body']['changes'][number];
type Given = Pick<Asked<'plans.make'>, 'database' | 'caller' | 'access'>;

const actorOf = ({ actor }: CallerAccess) =>
  actor ?? refuse('token_invalid', 'The token is a program’s; changes are made by people.');

/** What a use case is given for a change of a plan: what its own call would bring. */
const inputOf = (asked: Given, { call: _, as: __, ...input }: PlannedChange) =>
  ({ ...asked, params: undefined, query: undefined, ifMatch: undefined, body: undefined, ...input }) as never;

/** The refusal of one change, with its place in the plan. */
function placed(problem: Problem | null | undefined, index: number): Refusal {
  const { code, detail, errors = [] } = problem ?? refuse('internal', 'A refused change says why.');
  const at = `/changes/${index}`;
  const told = errors.map((error) => ({ ...error, pointer: `${at}${error.pointer ?? ''}` }));
  return new Refusal({
    ...problem,
    code,
    detail,
    errors: told.length > 0 ? told : [{ pointer: at, detail }],
  } as Problem);
}

/**
 * Makes the changes through a draft. Nobody has two at once on a server: sessions for drafts are few, and others plan too.
 * @param access by which effects are shown; null where nobody looks at them, and the first refusal is all that matters
 * @param page which of those whom one effect concerns are told, where they are not the first
 */
function planned(asked: Given, steps_: readonly PlannedChange[], access: CallerAccess | null, page?: EffectPage) {
  requireDistinct(steps_);
  return alone(asked, () =>
    draft(asked.database, actorOf(asked.access), async (handle) => {
      const steps: PlannedStep[] = [];
      const known = new Made();
      // Where nothing was kept apart yet, each change is asked about from the first on: applied, one is by what was there when it was made.
      if (steps_.some(({ call }) => call === 'separations.create')) {
        handle.apart.asked = true;
        handle.apart.done = false;
      }
      for (const [index, change] of steps_.entries()) {
        const step = await tried(handle, asked, change, known, index);
        steps.push(step);
        if (step.refused && !access) break;
      }
      const { effects, summed } = await effectsThen(handle, access, known, page);
      return { version: handle.no, at: handle.at, steps, digest: digestOf(handle, [steps_, steps, summed]), effects };
    }),
  );
}

/** What is told anew each time, the instant and the ids of what is made, is left out; what was asked for is in it as it was asked. */
function digestOf({ at }: Draft, [asked, steps, summed]: readonly [unknown, readonly PlannedStep[], unknown]): string {
  const told = steps.map(({ refused, record }) => [refused, record && { ...record, target: record.target.name }]);
  return sha256(JSON.stringify([asked, told, summed]).replaceAll(at, 'now'));
}

async function tried(
  handle: Draft,
  asked: Given,
  change: PlannedChange,
  known: Made,
  index: number,
): Promise<PlannedStep> {
  const before = handle.entries.length;
  const refused = await refusalIn(handle, async () => {
    await (made[change.call] as Changing).within(
      known.noting(handle, change, index),
      inputOf(asked, known.named(change)),
    );
    await requireAdministrator(handle);
    await known.alsoAdmin(handle, change);
  });
  const entry = refused ? undefined : handle.entries[before];
  if (!entry) return { refused: refused ?? null, record: null };
  const { action, target, before: was, after } = entry;
  return {
    refused: null,
    record: {
      action,
      target,
      ...(was !== undefined && { before: was as never }),
      ...(after !== undefined && { after: after as never }),
    },
  };
}
