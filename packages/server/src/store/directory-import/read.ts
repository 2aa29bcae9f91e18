import { setImmediate as pause } from 'node:timers/promises';
import { directoryLine, type FieldError, limits } from '@licet/contract';
import { faultOfIssue, meant } from '@licet/contract/reasons';
import { fault, refuse } from '../../refusal.ts';
import { Lines } from '../import/parse.ts';
import { Faults, requireFew } from '../import/parsed.ts';
import { DirectoryParts, type ParsedDirectory } from './parsed.ts';

/**
 * Parses an import line by line as it arrives. Rejects the whole import if a line is faulty or the end line is missing.
 * Yields to other requests in between.
 * @throws Refusal `import_rejected`, `too_large` beyond `limits.importRecords`
 */
export async function readDirectory(pieces: AsyncIterable<string>): Promise<ParsedDirectory> {
  const faults = new Faults();
  const parts = new DirectoryParts();
  const lines = new Lines(limits.directoryLine.value);
  const source = pieces[Symbol.asyncIterator]();
  for (;;) {
    const line = lines.take();
    if (line === undefined) {
      if (await fill(lines, source)) continue;
      break;
    }
    if (lines.count % linesAtOnce === 0) await pause();
    const wrong = line.trim() === '' ? undefined : readLine(line, lines.count, parts);
    if (wrong) faults.add(wrong);
    requireFew(parts.records);
  }
  faults.refuseAny('line');
  const { end, applications, roles, groups, users, links } = parts;
  if (!end) return refuse('import_rejected', 'import_breaks_off', {});
  return { lines: lines.count, applications, roles, groups, users, links, end };
}

async function fill(lines: Lines, source: AsyncIterator<string>): Promise<boolean> {
  const reading = lines.more();
  for (let step = reading.next(); ; ) {
    if (step.done) return step.value;
    const { done, value } = await source.next();
    step = reading.next(done ? undefined : value);
  }
}

function readLine(text: string, line: number, parts: DirectoryParts): FieldError | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fault({ line }, 'directory_line_not_json', {});
  }
  const read = directoryLine.safeParse(value, { reportInput: true });
  if (read.success) return parts.add(read.data, line);
  // For a union, reports the faults of the branch that the line was meant for.
  const [issue] = read.error.issues;
  const wrong = issue && meant(issue);
  if (!wrong || wrong.code === 'invalid_union') return fault({ line }, 'directory_line_unknown', {});
  return { line, pointer: `/${wrong.path.join('/')}`, ...faultOfIssue(wrong) };
}

// Parsing this many lines takes about 20 ms.
const linesAtOnce = 500;
