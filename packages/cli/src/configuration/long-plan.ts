import type { Calls } from '@licet/contract';
import {
  type LongApplicationLine,
  type LongPlanLine,
  type LongRevertLine,
  limits,
  type NameInFiles,
  type NotReverted,
  type Plan,
  type Problem,
} from '@licet/contract';
import { ApiError, type CallInput, type Client, type PlannedChange } from '@licet/contract/client';
import { brokenOff, linesOf } from '../connection.ts';
import { progressBar } from '../terminal.ts';

/** The server's plan for any number of changes. */
export interface PlannedChanges extends Omit<Plan, 'steps'> {
  /** The number of planned changes. */
  readonly count: number;
  readonly refused: readonly { readonly place: number; readonly problem: Problem }[];
}

/** Plans changes. A few changes use one response, and many changes use a stream with progress. */
export async function planOf(client: Client, changes: readonly PlannedChange[]): Promise<PlannedChanges> {
  if (isShort(changes)) {
    const { steps, ...plan } = await client.plans.make({ body: { changes: [...changes] } });
    const refused = steps.flatMap((step, place) => (step.refused ? [{ place, problem: step.refused }] : []));
    return { ...plan, count: changes.length, refused };
  }
  const effects: Plan['effects'] = [];
  const refused: PlannedChanges['refused'][number][] = [];
  const response = await client.plans.makeLong({ body: sent(changes.map((change) => ({ change }))) });
  const plan = await lastOf<LongPlanLine, PlannedChanges>(response, (line) => {
    if ('effect' in line) effects.push(line.effect);
    if ('refused' in line) refused.push(line.refused);
    return 'plan' in line ? { ...line.plan, effects, refused, count: changes.length } : undefined;
  });
  return plan;
}

/**
 * Plans all changes. With `inParts`, a plan that is too large is reduced to its first changes.
 * @throws ApiError with a hint at --in-parts
 */
export async function planOfFirst(
  client: Client,
  changes: readonly PlannedChange[],
  inParts: boolean,
): Promise<PlannedChanges> {
  try {
    return await planOf(client, changes);
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== 'too_large' || isShort(changes)) throw error;
    const { detail, reason: _, values: __, ...problem } = error.problem;
    if (!inParts) throw new ApiError({ ...problem, detail: `${detail} Add --in-parts to split the plan.` });
    // Half of the limit, because the server counts each change twice: it tries them together first, then one by one.
    const count = Math.min(limits.planStepsMax.value / 2, Math.ceil(changes.length / 2));
    return planOfFirst(client, changes.slice(0, count), inParts);
  }
}

type Application = CallInput<Calls['plans']['apply']>['body'];

/** Applies a plan on the server. @returns the numbers of its first and its last change */
export async function applyPlan(
  client: Client,
  {
    changes,
    names = [],
    ...apply
  }: Omit<Application, 'changes' | 'names'> & {
    readonly changes: readonly PlannedChange[];
    readonly names?: readonly NameInFiles[];
  },
): Promise<{ readonly first: number; readonly last: number }> {
  if (isShort(changes) && names.length <= limits.planNamesMax.value)
    return client.plans.apply({ body: { ...apply, changes: [...changes], names: [...names] } });
  const lines = [{ apply }, ...names.map((name) => ({ name })), ...changes.map((change) => ({ change }))];
  const response = await client.plans.applyLong({ body: sent(lines) });
  return lastOf<LongApplicationLine, { first: number; last: number }>(response, (line) =>
    'applied' in line ? line.applied : undefined,
  );
}

type RevertInput = CallInput<Calls['plans']['revert']>['body'];

/**
 * Reads a revert of any size: its changes, and the numbers of the changes that it reverts. The numbers are limited to
 * those that one plan accepts.
 * @throws Error if the stream ends before its last line
 */
export async function revertOf(client: Client, body: RevertInput) {
  const changes: PlannedChange[] = [];
  const about: RevertedBy[] = [];
  const cannot: NotReverted[] = [];
  let head: Extract<LongRevertLine, { revert: unknown }>['revert'] | undefined;
  for await (const line of linesOf<LongRevertLine>(await client.plans.revertLong({ body }))) {
    if ('revert' in line) head = line.revert;
    else if ('cannot' in line) cannot.push(line.cannot);
    else if ('problem' in line) throw new ApiError(line.problem as Problem);
    else {
      changes.push(line.change as PlannedChange);
      about.push(line.about);
    }
  }
  // A proxy can end a response early without an error, and a revert must not be applied in part.
  if (head?.changes !== changes.length || head.cannot !== cannot.length) throw new Error(brokenOff);
  return { changes, about, cannot, reverts: head.reverts.slice(0, limits.planChangesMax.value) };
}

type RevertedBy = Extract<LongRevertLine, { about: unknown }>['about'];

const isShort = ({ length }: readonly unknown[]) => length <= limits.planChangesMax.value;

const sent = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/**
 * Returns the result from the last line of a stream.
 * @throws ApiError if that line is a problem
 */
async function lastOf<Line extends object, Result>(
  response: Response,
  read: (line: Line) => Result | undefined,
): Promise<Result> {
  const bar = progressBar(process.stderr);
  try {
    for await (const line of linesOf<Line>(response)) {
      if (isProgress(line)) bar.show(line.phase, line.done, line.total);
      else if ('problem' in line) throw new ApiError(line.problem as Problem);
      else {
        const value = read(line);
        if (value !== undefined) return value;
      }
    }
  } finally {
    bar.clear();
  }
  throw new Error(brokenOff);
}

const isProgress = (line: object): line is { phase: string; done: number; total: number | null } => 'phase' in line;
