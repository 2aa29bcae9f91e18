import {
  type LongApplicationLine,
  type LongPlanLine,
  limits,
  longPlanSent,
  type NameInFiles,
  type PlannedChange,
} from '@licet/contract';
import { faultOfIssue, meant } from '@licet/contract/reasons';
import { breathing } from '../../breathing.ts';
import { JsonError, parseJson } from '../../json.ts';
import { fault, problemForStream, Refusal, refuse, refuseFault } from '../../refusal.ts';
import { refreshStatistics } from '../../store/import/run.ts';
import { begun } from '../access/stream.ts';
import { authoriseNow, type CallerAccess } from '../authorise.ts';
import { givenInTime } from '../patience.ts';
import { inPlace } from '../place.ts';
import { type Asked, answering } from '../use-case.ts';
import { type Applying, applied } from './apply.ts';
import { requireMayKeep } from './names.ts';
import { type OnProgress, planOf } from './plan.ts';

/** A plan of very many changes. */
export const makeLong = answering('plans.makeLong', async (asked) => {
  const { sent, access, leave } = await received('plans.makeLong', asked, ({ apply, names }) => {
    if (apply || names.length > 0) refuseFault('invalid_request', fault({ line: 1 }, 'only_changes_planned', {}));
  });
  const { changes } = sent;
  return streamed<LongPlanLine>(leave, changes.length, async (give, onProgress) => {
    const holders = limits.planLongHoldersShown.value;
    const most = limits.planStepsMax.value;
    const planned = await planOf({ ...asked, access }, changes, access, undefined, {
      keep: false,
      holders,
      most,
      onProgress,
    });
    const { effects, steps: _, ...plan } = planned.plan;
    for (const { place, problem } of planned.refused) await give({ refused: { place, problem } });
    for (const effect of effects) await give({ effect });
    await give({ plan: { ...plan, changes: changes.length } });
  });
});

/** Makes the changes of a plan of very many changes, all or none. */
export const applyLong = answering('plans.applyLong', async (asked) => {
  const { sent, access, leave } = await received('plans.applyLong', asked, ({ apply }) => {
    if (!apply) refuseFault('invalid_request', fault({ line: 1 }, 'digest_line_missing', {}));
  });
  const { apply = {}, changes, names } = sent;
  const body = { ...apply, changes: [...changes], ...(names.length > 0 && { names: [...names] }) };
  return streamed<LongApplicationLine>(leave, changes.length, async (give, onProgress) => {
    const numbers = await applied({ ...asked, access, body }, onProgress);
    // The changes are committed: neither a failed ANALYZE nor a slow reader must report them as failed.
    await refreshStatistics(asked.database).catch(() => undefined);
    await give({ applied: numbers }).catch(() => undefined);
  });
});

/**
 * Takes the server's slot for large jobs and reads the body. Callers who may not make any change are refused first. The
 * right is checked again after the body has arrived.
 */
async function received(
  id: 'plans.makeLong' | 'plans.applyLong',
  asked: Pick<Asked<'plans.makeLong'>, 'database' | 'caller' | 'access' | 'body'>,
  check: (sent: SentPlan) => void,
): Promise<{ sent: SentPlan; access: CallerAccess; leave: () => void }> {
  requireMayKeep(asked.access);
  const { read, leave } = await inPlace(asked, async (pieces) => {
    const sent = await readSent(pieces);
    check(sent);
    if (sent.changes.length === 0 && sent.names.length === 0) refuse('invalid_request', 'nothing_to_plan', {});
    return { sent, access: await authoriseNow(asked.database, asked.caller, id, undefined) };
  });
  return { ...read, leave };
}

/**
 * Streams lines of progress, then the result or the refusal. If the client disconnects, the job stops and is rolled
 * back. The result occupies memory and the slot until it is read, so the reader has a limited time.
 */
function streamed<Line extends object>(
  leave: () => void,
  total: number,
  work: (give: (line: Line) => Promise<void>, onProgress: OnProgress) => Promise<void>,
): AsyncIterable<string> {
  return begun<string>(async (give) => {
    let disconnected = false;
    let last = '';
    const say = (line: string) => {
      last = line;
      give(line).catch(() => {
        disconnected = true;
      });
    };
    const onProgress: OnProgress = (phase, done) => {
      if (disconnected) throw new Error('Whoever asked for a long plan has closed the connection.');
      say(lineOf({ phase, done, total }));
    };
    say(lineOf({ phase: 'reading', done: total, total }));
    // Proxies close a connection that is silent for a while.
    const saying = setInterval(() => say(last), limits.liveHeartbeat.value);
    const inTime = givenInTime(give);
    const result = (line: Line) => {
      clearInterval(saying);
      return inTime(lineOf(line));
    };
    try {
      await work(result, onProgress);
    } catch (error) {
      if (disconnected) return;
      const problem = problemForStream(error);
      leave();
      await give(lineOf({ problem }));
    } finally {
      clearInterval(saying);
      leave();
    }
  }, patience);
}

const lineOf = (line: object) => `${JSON.stringify(line)}\n`;

/** Milliseconds that a reader has for one line. */
const patience = limits.liveHeartbeat.value * 4;

/** A streamed plan. */
interface SentPlan {
  /** The options for applying the plan; undefined if no line has them. */
  readonly apply: Omit<Applying['body'], 'changes' | 'names'> | undefined;
  readonly names: readonly NameInFiles[];
  readonly changes: readonly PlannedChange[];
}

/**
 * Reads the lines of a plan as they arrive.
 * @throws Refusal `malformed_body`, or `invalid_request` with the faulty line
 */
async function readSent(pieces: AsyncIterable<string>): Promise<SentPlan> {
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
