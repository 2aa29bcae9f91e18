import { limits, longPlanSent, type NameInFiles, type PlannedChange } from '@licet/contract';
import { faultOfIssue, meant } from '@licet/contract/reasons';
import { breathing } from '../../breathing.ts';
import { JsonError, parseJson } from '../../json.ts';
import { fault, Refusal, refuseFault } from '../../refusal.ts';
import type { Applying } from './apply.ts';

/** A plan that came as a stream. */
export interface SentPlan {
  /** What it is applied with; undefined where no line says it. */
  readonly apply: Omit<Applying['body'], 'changes' | 'names'> | undefined;
  readonly names: readonly NameInFiles[];
  readonly changes: readonly PlannedChange[];
}

/**
 * Reads the lines of a plan as they come.
 * @throws Refusal `malformed_body`, or `invalid_request` with the faulty line
 */
export async function readSent(pieces: AsyncIterable<string>): Promise<SentPlan> {
  let apply: SentPlan['apply'];
  const names: NameInFiles[] = [];
  const changes: PlannedChange[] = [];
  let line = 0;
  const take = (text: string) => {
    line += 1;
    if (text.trim() === '') return;
    const read = sentIn(text, line);
    if ('apply' in read) {
      if (apply || line > 1) refuseFault('invalid_request', fault({ line }, 'apply_line_not_first', {}));
      apply = read.apply;
    } else if ('name' in read) names.push(read.name);
    else changes.push(read.change);
    const most = limits.planLongChangesMax.value;
    if (changes.length > most || names.length > most)
      refuseFault('invalid_request', fault({ line }, 'plan_too_many_changes', { most }));
  };
  let rest = '';
  const breathe = breathing();
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > limits.bodyBytes.value)
      refuseFault('invalid_request', fault({ line: line + 1 }, 'plan_line_too_long', {}));
    for (const text of lines) {
      take(text);
      await breathe();
    }
  }
  if (rest !== '') take(rest);
  return { apply, names, changes };
}

function sentIn(text: string, line: number) {
  const read = longPlanSent.safeParse(jsonIn(text, line), { reportInput: true });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  if (!issue) throw new Error('A line is not valid for no reason.');
  const pointer = pointerOf(meant(issue).path);
  return refuseFault('invalid_request', { line, ...(pointer !== '' && { pointer }), ...faultOfIssue(issue) });
}

function jsonIn(text: string, line: number): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { detail, reason, values } = error.problem;
    throw new Refusal({ ...error.problem, errors: [{ line, detail, reason, values }] });
  }
}

const pointerOf = (path: readonly PropertyKey[]) => path.map((step) => `/${String(step)}`).join('');
