import { limits, longPlanSent, type NameInFiles, type PlannedChange } from '@licet/contract';
import { breathing } from '../../breathing.ts';
import { JsonError, parseJson } from '../../json.ts';
import { refuse } from '../../refusal.ts';
import { refuseFields } from '../require.ts';
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
      if (apply || line > 1) refuseLine(line, 'Only the first line says what the plan is applied with.');
      apply = read.apply;
    } else if ('name' in read) names.push(read.name);
    else changes.push(read.change);
    const most = limits.planLongChangesMax.value;
    if (changes.length > most || names.length > most)
      refuseLine(
        line,
        `A plan takes ${most.toLocaleString('en')} changes and as many names at most. Make it in parts.`,
      );
  };
  let rest = '';
  const breathe = breathing();
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > limits.bodyBytes.value) refuseLine(line + 1, 'The line is longer than any change.');
    for (const text of lines) {
      take(text);
      await breathe();
    }
  }
  if (rest !== '') take(rest);
  return { apply, names, changes };
}

function sentIn(text: string, line: number) {
  const read = longPlanSent.safeParse(jsonIn(text, line));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return refuseLine(line, issue?.message ?? 'It cannot be taken.', pointerOf(issue?.path ?? []));
}

function jsonIn(text: string, line: number): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return refuse('malformed_body', `Line ${line}: ${error.message}`, { errors: [{ line, detail: error.message }] });
  }
}

const pointerOf = (path: readonly PropertyKey[]) => path.map((step) => `/${String(step)}`).join('');

function refuseLine(line: number, detail: string, pointer = ''): never {
  refuseFields([{ line, detail, ...(pointer !== '' && { pointer }) }]);
  return refuse('invalid_request', detail);
}
