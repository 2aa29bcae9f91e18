import { limits, type NameInFiles, type Problem } from '@licet/contract';
import { fault, Refusal, refuse, refuseFault } from '../../refusal.ts';
import { type AuditEntry, type Change, changes, type Next } from '../../store/kernel/change.ts';
import type { Many } from '../../store/kernel/many.ts';
import { eventsByNumber } from '../../store/reverts/events.ts';
import { type Decisions, grantsEndedBy, lockDecisions } from '../../store/reviews/replaced.ts';
import { actingOf, authorise } from '../authorise.ts';
import type { Caller } from '../context.ts';
import { requireFreshForLicet } from '../credentials/fresh.ts';
import { listed } from '../long-lists.ts';
import { refuseFields } from '../require.ts';
import { type Asked, answering } from '../use-case.ts';
import { CreatedIds, setRecord } from './created-ids.ts';
import { type DatedEvent, WrittenDigest } from './digest.ts';
import { inOrder, inRuns, makeSeveral } from './in-runs.ts';
import { keepMeant, requireMayKeep, requireMeant } from './names.ts';
import { atOnce } from './one-at-a-time.ts';
import { isLong, makeOne, type OnProgress, planOf, refuseMovedPlan } from './plan.ts';
import { requireMaySee } from './revert/index.ts';

/**
 * Makes the changes of a plan in one transaction, each as its own call would.
 * The plan is computed again without the writer lock. Under the lock, only the change number is compared, to detect
 * other changes in between. If there are such changes every time, a short plan is computed under the lock. A long plan
 * is written, and committed only if the result matches the plan.
 * @throws Refusal `plan_moved`, or the refusal of a change, with its position
 */
export const apply = answering('plans.apply', (asked) => applied(asked));

/** What is applied, and for whom. */
export type Applying = Pick<Asked<'plans.apply'>, 'database' | 'caller' | 'origin' | 'access' | 'body' | 'secrets'>;

/** Like {@link apply} for a plan of any length. @throws Refusal as {@link apply} */
export async function applied(asked: Applying, onProgress?: OnProgress): Promise<{ first: number; last: number }> {
  requireSomething(asked.body);
  if (asked.body.changes.length === 0) requireMayKeep(asked.access);
  const writing = (done: number) => onProgress?.('writing', done);
  return asPlanned(asked, asked.body, (look) => appliedTo(asked, look, writing), onProgress);
}

/** What a plan was computed from, to compare under the lock. */
export interface Basis {
  /** The number of the change at which the plan begins. */
  readonly first: number;
  /** The decisions of open reviews about the grants that the plan ends. They are not changes. */
  readonly decisions: Decisions;
}

/** Returns the basis of a plan that was just computed. */
export type Look = () => Promise<Basis>;

/**
 * Makes changes if they still do what their plan said. Under the lock, `make` calls {@link requireFirst} with `look` to
 * detect other changes in between. If a long plan was overtaken, `look` is undefined, and `make` compares the result
 * with the plan.
 * @throws Refusal `plan_moved`, `busy`, or the refusal of a change
 */
export async function asPlanned<Result>(
  asked: Planning,
  plan: Confirmed,
  make: (look: Look | undefined) => Promise<Result>,
  onProgress?: OnProgress,
): Promise<Result> {
  for (let triesLeft = 2; triesLeft > 0; triesLeft -= 1) {
    const basis = await madeAnew(asked, plan, onProgress);
    try {
      return await make(async () => basis);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
    if (isLong(plan.changes)) return make(undefined);
  }
  try {
    return await make(() => {
      // Never wait for other plans while holding the lock: every writer would wait too.
      if (!atOnce(asked)) overtaken();
      return madeAnew(asked, plan, onProgress);
    });
  } catch (error) {
    // Reviewers decided while the lock was held.
    throw error instanceof ChangedMeanwhile ? overtaken() : error;
  }
}

const overtaken = (): never => refuse('busy', 'plan_overtaken', {}, { retryAfter: 5 });

type Planning = Pick<Applying, 'database' | 'caller' | 'access'>;

/** Changes, and the digest of their confirmed plan. */
type Confirmed = Pick<Applying['body'], 'changes' | 'digest'>;

/** Checks under the lock that this change is the one at which the plan begins. */
export async function requireFirst(change: Change, look: Look): Promise<void> {
  const { first, decisions } = await look();
  if (change.checking.first !== first || !(await lockDecisions(change, decisions))) throw new ChangedMeanwhile();
}

/** Returns what the plan is computed from, if its digest is still the same. @throws Refusal as {@link apply} */
async function madeAnew(
  asked: Planning,
  { changes, digest }: Confirmed,
  onProgress: OnProgress | undefined,
): Promise<Basis> {
  if (changes.length === 0) return { first: 0, decisions: { grants: [], digest: '' } };
  // A change continues after its caller has disconnected, and so does a plan.
  const { plan, refused, decisions } = await planOf({ ...asked, disconnected: undefined }, changes, null, undefined, {
    keep: false,
    most: limits.planStepsMax.value,
    onProgress,
  });
  const [first] = refused;
  if (first) throw placed(first.problem, first.place);
  if (plan.digest !== digest) refuseMovedPlan(plan.version);
  return { first: plan.version, decisions };
}

/** @throws Refusal `invalid_request` */
function requireSomething({ changes, digest, names = [] }: Applying['body']): void {
  if (changes.length === 0 && names.length === 0)
    refuseFault('invalid_request', fault({ pointer: '/changes' }, 'nothing_to_apply', {}));
  if (changes.length > 0 && digest === undefined)
    refuseFault('invalid_request', fault({ pointer: '/digest' }, 'digest_missing', {}));
}

/** Names by kind, as the event stores them, so that an erasure finds the names of people. */
function byKind(names: readonly NameInFiles[]): Record<string, string[]> {
  const nameOf = ({ application, name }: NameInFiles) => (application === undefined ? name : `${application}/${name}`);
  const kinds = Map.groupBy(names, ({ kind }) => `${kind}s`);
  return Object.fromEntries([...kinds].map(([of, all]) => [of, listed(all.map(nameOf))]));
}

/** Another change, or a decision about a grant that the plan ends, was made between the check and the write. */
class ChangedMeanwhile extends Error {}

/**
 * Makes all changes in one transaction. With `look`, the first change must have the number that `look` returns under
 * the lock. Without it, the transaction is committed only if the result matches the plan.
 * @throws Refusal `plan_moved`
 */
function appliedTo(
  asked: Applying,
  look: Look | undefined,
  onProgress?: (done: number) => void,
): Promise<{ first: number; last: number }> {
  const { database, body } = asked;
  return changes(database, actingOf(asked), async (next, together) => {
    let first = 0;
    let written: WrittenDigest | undefined;
    let taken: readonly NameInFiles[] = [];
    const known = new CreatedIds();
    const begin = async (change: Change) => {
      first = change.checking.first;
      if (!body.names) return;
      taken = await requireMeant(
        change,
        await authorise(change, asked.caller, 'plans.apply', undefined),
        asked.secrets,
        body,
      );
    };
    // Compares with the very first change: a retried batch begins at the same number, a later change does not.
    const beginAt = async (place: number, change: Change) => {
      if (place > 0 || (first > 0 && change.checking.first !== first)) return;
      if (look) await requireFirst(change, look);
      else written = await WrittenDigest.of(change, body.changes, known);
      await begin(change);
    };
    const one = async (place: number) => {
      const step = body.changes[place];
      if (!step) throw new Error('A plan lacks a change at one of its places.');
      const events: DatedEvent[] = [];
      const nextOf: Next = (work) =>
        next(async (change) => {
          await beginAt(place, change);
          const record = (entry: AuditEntry) => {
            events.push({ entry, at: change.at });
            change.record(entry);
          };
          return work({ ...change, record }).catch((error: unknown) => {
            throw error instanceof Refusal ? placed(error.problem, place) : error;
          });
        });
      await makeOne(nextOf, asked, step, known, place);
      written?.step(events, place);
      return true;
    };
    const several = async (from: number, to: number) => {
      let entries: readonly AuditEntry[] = [];
      let at: Many['atOf'] = () => '';
      const done = await together(to - from, async (many) => {
        await beginAt(from, many);
        entries = await makeSeveral(many, asked.caller, body.changes, [from, to], known);
        at = many.atOf;
        return entries;
      });
      if (!done) known.forget(body.changes.slice(from, to));
      else for (const [index, entry] of entries.entries()) written?.step([{ entry, at: at(index) }], from + index);
      return done;
    };
    if (isLong(body.changes)) await inRuns(body.changes, { one, several, most: limits.planStepsMax.value, onProgress });
    else await inOrder(body.changes.length, one);
    return next(async (change) => {
      if (body.changes.length === 0) await begin(change);
      if (written) {
        await lockDecisions(change, {
          grants: await grantsEndedBy(change, { first, last: change.no - 1 }),
          digest: '',
        });
        if ((await written.end(change, known)) !== body.digest) refuseMovedPlan(first);
      }
      await requireFreshForLicet(change, asked.caller, first);
      const keeps = body.names && (await authorise(change, asked.caller, 'plans.apply', undefined));
      const forgotten = keeps ? await keepMeant(change, keeps, body) : 0;
      const reverts = body.reverts && (await requireTurnedBack(change, asked.caller, body.reverts, first));
      const details = {
        reason: body.reason ?? '',
        ...(body.set !== undefined && { set: body.set }),
        ...(body.names && { names: body.names.length }),
        ...(forgotten > 0 && { forgotten }),
        ...(taken.length > 0 && { accepted: byKind(taken) }),
        ...(reverts && { reverts }),
      };
      change.record(setRecord(change, { digest: body.digest, first }, details));
      return { first, last: change.no };
    });
  });
}

/**
 * Checks the changes that a plan marks as reverted. The caller must have the right to see them.
 * @throws Refusal `invalid_request` if one of the changes was not made before, `forbidden`
 */
async function requireTurnedBack(change: Change, caller: Caller, numbers: readonly number[], first: number) {
  const reverted = await eventsByNumber(change, numbers);
  requireMaySee(await authorise(change, caller, 'plans.apply', undefined), reverted.values());
  refuseFields(
    numbers.flatMap((no, index) =>
      no < first && reverted.has(no)
        ? []
        : [fault({ pointer: `/reverts/${index}` }, 'nothing_to_revert', { event: no })],
    ),
  );
  return numbers;
}

/** The refusal of one change, with its index in the plan. */
function placed(problem: Problem, index: number): Refusal {
  const { detail, reason, values, errors = [] } = problem;
  const at = `/changes/${index}`;
  const nested = errors.map((error) => ({ ...error, pointer: `${at}${error.pointer ?? ''}` }));
  const whole = { pointer: at, detail, ...(reason !== undefined && { reason, values }) };
  return new Refusal({ ...problem, errors: nested.length > 0 ? nested : [whole] });
}
