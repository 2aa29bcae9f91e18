import { setImmediate as pause } from 'node:timers/promises';
import { directoryLine, limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { Faults } from '../import/faults.ts';
import { Lines } from '../import/lines.ts';
import { requireFew } from '../import/parsed.ts';
import { DirectoryParts, type ParsedDirectory } from './parsed.ts';

/**
 * Reads what comes over from another system, line by line as it comes. Nothing of it is taken when anything of it is wrong, or when
 * it breaks off. Others are served in between.
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
    const fault = line.trim() === '' ? undefined : readLine(line, parts);
    if (fault !== undefined) faults.add({ line: lines.count, detail: fault });
    requireFew(parts.records);
  }
  faults.refuseAny('line');
  const { end, applications, roles, groups, users, links } = parts;
  if (!end) return refuse('import_rejected', 'What was sent breaks off before its end.');
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

function readLine(text: string, parts: DirectoryParts): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'It is not JSON.';
  }
  const read = directoryLine.safeParse(value);
  if (read.success) return parts.add(read.data);
  // Of a union the branch that was meant says what is wrong.
  const [issue] = read.error.issues;
  const meant = issue?.code === 'invalid_union' ? issue.errors.flat().find(({ path }) => path.length > 1) : issue;
  return meant ? `${meant.path.join('.')}: ${meant.message}` : 'It is no line of an import.';
}

// So many lines take some twenty milliseconds.
const linesAtOnce = 500;
