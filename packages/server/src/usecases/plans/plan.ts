import { limits, type PlannedCall, type PlannedChange, type PlannedStep, type Problem } from '@licet/contract';
import { fault, refuse } from '../../refusal.ts';
import { requireAdministrator } from '../../store/administrators/administrators.ts';
import type { Next } from '../../store/kernel/change.ts';
import { type Draft, draft } from '../../store/kernel/draft.ts';
import { attempt, manyIn } from '../../store/kernel/many.ts';
import { refusalIn } from '../../store/kernel/savepoints.ts';
import { digestOfEnded } from '../../store/plan/ended-facts.ts';
import { notEvaluatedOf } from '../../store/plan/touched.ts';
import { decisionsOnEnded, replacedAgainstReview } from '../../store/reviews/replaced.ts';
import { requireNoViolation } from '../../store/separations/violations.ts';
import * as applications from '../applications/change.ts';
import { actorOf, type CallerAccess, callerAccess, requireOneOf } from '../authorise.ts';
import * as clients from '../clients/change.ts';
import * as grants from '../grants/change.ts';
import * as groups from '../groups/index.ts';
import * as permissions from '../permissions/index.ts';
import * as roles from '../roles/index.ts';
import { setPolicy } from '../roles/policy.ts';
import * as separations from '../separations/change.ts';
import * as settings from '../settings/index.ts';
import { type Asked, answering, type Changing, type ChangingInTurn } from '../use-case.ts';
import * as users from '../users/change.ts';
import { handOver } from '../users/hand-over.ts';
import { CreatedIds, requireDistinct } from './created-ids.ts';
import { applicationsNamed, dutiesLeft, PlanDigest, stepOf, type Tried } from './digest.ts';
import { type EffectPage, effectsOfDraft } from './effects.ts';
import { inOrder, inRuns, makeSeveral } from './in-runs.ts';
import { alone } from './one-at-a-time.ts';

/** The use case of each call that plans allow. */
const useCaseOf: { readonly [Id in PlannedCall]: Changing<Id> | ChangingInTurn<Id> } = {
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
  'users.handOver': handOver,
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

type Given = Pick<Asked<'plans.make'>, 'database' | 'caller' | 'access' | 'disconnected'>;

/**
 * Makes the changes on a draft and returns the plan. There are few draft sessions, so each caller plans one at a time
 * on a server. The caller of a long plan must have the right to at least one of its changes.
 * @param access null if nobody sees the effects, and only the first refusal matters. Otherwise the caller's rights at the time of the
 * plan limit the shown effects
 * @param page a page of one effect's principals, if not the first
 */
export function planOf(
  asked: Given,
  changes: readonly PlannedChange[],
  access: CallerAccess | null,
  page?: EffectPage,
  { keep = true, holders: named = limits.planHoldersShown.value, most, onProgress }: Long = {},
) {
  requireDistinct(changes);
  const long = isLong(changes);
  if (long) requireOneOf(asked.access, changes);
  const make = () =>
    draft(
      asked.database,
      actorOf(asked.access),
      async (handle) => {
        // The caller may have lost rights while the plan waited for its turn and for a draft session.
        const seen = access && (await callerAccess(handle, asked.caller));
        const steps: PlannedStep[] = [];
        const refused: { place: number; problem: Problem }[] = [];
        const applicationIds = await applicationsNamed(handle, changes);
        const known = new CreatedIds();
        const leaving = await dutiesLeft(handle, changes);
        const digest = await PlanDigest.of(handle.at, changes, known.stableId);
        const records = limits[keep ? 'planRecordsMax' : 'planLongRecordsMax'].value;
        const onTried = (step: Tried, place: number) => {
          asked.disconnected?.throwIfAborted();
          digest.step(
            step.refused,
            step.entries.map((entry) => ({ entry })),
            place,
          );
          if (digest.recorded > records) tooMuchToTell();
          if (keep) steps.push(stepOf(step));
          if (step.refused) refused.push({ place, problem: step.refused });
        };
        // If the plan creates a separation rule, its changes are checked even if there was no rule before. When the
        // plan is applied, each change is checked by the rules that exist at that point.
        if (changes.some(({ call }) => call === 'separations.create')) {
          handle.checking.needed = true;
          handle.checking.done = false;
        }
        const one = async (place: number) => {
          const change = changes[place];
          if (!change) throw new Error('A plan lacks a change at one of its places.');
          onTried(await tryChange(handle, asked, change, known, place), place);
          return refused.length === 0 || (access !== null && (keep || refused.length < limits.planRefusedTold.value));
        };
        if (long)
          await inRuns(changes, {
            one,
            most,
            several: (from, to) => trySeveral(handle, asked, changes, [from, to], known, onTried),
            onProgress: (done) => onProgress?.('checking', done),
            stop: () => refused.length > 0 && (access === null || !keep),
          });
        else await inOrder(changes.length, one);
        const replaced = await replacedAgainstReview(handle);
        if (replaced > 0) refuse('wrong_state', 'review_replaced', { grants: replaced });
        onProgress?.('effects', 0);
        const characters = limits[keep ? 'planEffectsMax' : 'planLongEffectsMax'].value;
        const room = { characters, named };
        const { effects, fingerprint: summed } = await effectsOfDraft(
          handle,
          seen,
          known,
          page,
          room,
          asked.disconnected,
        );
        const notEvaluated = await notEvaluatedOf(handle);
        const whole = digest.end(
          summed,
          applicationIds,
          leaving,
          await digestOfEnded(handle),
          long ? null : notEvaluated,
        );
        const plan = { version: handle.no, at: handle.at, steps, digest: whole, effects, notEvaluated };
        return { plan, refused, decisions: await decisionsOnEnded(handle) };
      },
      long,
    );
  return alone(asked, make, long);
}

/** Whether a plan is long, so that it waits for other long plans. */
export const isLong = ({ length }: readonly PlannedChange[]): boolean => length > limits.planShort.value;

/** The options of a plan of very many changes. */
export interface Long {
  /** Whether the answer contains the steps. */
  readonly keep?: boolean;
  /** The number of principals of an effect to list by name. */
  readonly holders?: number;
  /** The maximum number of steps for making the changes, as `inRuns` counts them. */
  readonly most?: number;
  readonly onProgress?: OnProgress | undefined;
}

/** Called with the number of checked or written changes of a plan; may throw to end it. */
export type OnProgress = (phase: 'checking' | 'effects' | 'writing', done: number) => void;

/** Makes several changes together on a draft. If one of them is refused, makes none and returns false. */
async function trySeveral(
  handle: Draft,
  asked: Given,
  changes: readonly PlannedChange[],
  [from, to]: readonly [number, number],
  known: CreatedIds,
  onTried: (step: Tried, place: number) => void,
): Promise<boolean> {
  const many = manyIn(handle, to - from);
  const entries = await attempt(handle.connection, async () => {
    const madeSteps = await makeSeveral(many, asked.caller, changes, [from, to], known);
    await requireNoViolation(handle);
    await requireAdministrator(handle);
    return madeSteps;
  });
  if (!entries) known.forget(changes.slice(from, to));
  for (const [index, entry] of (entries ?? []).entries()) onTried({ refused: null, entries: [entry] }, from + index);
  return entries !== undefined;
}

/** Makes one change, or all changes of a call that needs several, as the call itself would. */
export async function makeOne(
  next: Next,
  asked: Given,
  step: PlannedChange,
  known: CreatedIds,
  index: number,
): Promise<void> {
  const { call: _, as: __, ...input } = known.withRealIds(step);
  const nothingElse = { params: undefined, query: undefined, ifMatch: undefined, body: undefined };
  const given = { ...asked, ...nothingElse, ...input } as never;
  const useCase = useCaseOf[step.call] as Changing | ChangingInTurn;
  if ('inTurn' in useCase) return void (await useCase.inTurn(next, given));
  await next(async (change) => {
    await useCase.within(known.recordingIn(change, step, index), given);
    await known.recordAdminRole(change, step);
  });
}

/**
 * The events of a plan stay in memory, and a small change can have a large event: that of a client names all of its
 * addresses.
 */
const tooMuchToTell = (): never => refuse('too_large', 'plan_events_too_large', {});

export const refuseMovedPlan = (version: number) =>
  refuse('plan_moved', 'effects_moved', {}, { currentVersion: version - 1 });

async function tryChange(
  handle: Draft,
  asked: Given,
  change: PlannedChange,
  known: CreatedIds,
  index: number,
): Promise<Tried> {
  const before = handle.entries.length;
  const refused = await refusalIn(handle, async () => {
    await makeOne((work) => work(handle), asked, change, known, index);
    await requireAdministrator(handle);
  });
  if (refused) {
    const lacking = known.refusedCreatorFor(change);
    known.refused(change, index);
    if (lacking !== undefined) {
      const lacks = fault({ pointer: '' }, 'maker_refused', { change: lacking });
      const { reason: _, values: __, ...rest } = refused;
      return { refused: { ...rest, detail: lacks.detail, errors: [lacks] }, entries: [] };
    }
  }
  return refused ? { refused, entries: [] } : { refused: null, entries: handle.entries.slice(before) };
}

/**
 * The effects of changes. Each change is made on a draft in order, by its own use case with all its checks. A refused
 * change has no effect and is listed with the reason. A fresh sign-in is checked only when the plan is applied.
 */
export const make = answering('plans.make', async (asked) => {
  const { plan } = await planOf(asked, asked.body.changes, asked.access);
  return plan;
});

/**
 * A page of the principals of an effect.
 * @throws Refusal `plan_moved` if the effects of the changes have changed since
 */
export const holders = answering('plans.holders', async (asked) => {
  const { changes, digest, effect, after } = asked.body;
  const { plan: made } = await planOf(asked, changes, asked.access, { effect, after });
  if (digest !== made.digest) refuseMovedPlan(made.version);
  const { holders: items = [], count = 0 } = made.effects[effect] ?? {};
  const next = after + items.length;
  return { items, next: items.length > 0 && next < count ? next : null };
});
