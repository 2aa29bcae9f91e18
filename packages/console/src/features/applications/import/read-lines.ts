import type { ImportLine, ImportReport, Problem } from '@licet/contract';
import { words } from './words.ts';

/** How far an import is. `total` is not known while the file is read. */
export interface ImportProgress {
  phase: 'reading' | 'checking' | 'writing';
  done: number;
  total: number | null;
}

/** The server sent a problem as the last line of the stream. */
export class ImportProblem extends Error {
  override readonly name = 'ImportProblem';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.title);
    this.problem = problem;
  }
}

/**
 * Reads the stream of an import to its end.
 * @throws ImportProblem when the server says why it did not import; an Error when the stream ends without saying.
 */
export async function readImport(
  response: Response,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  for await (const line of linesOf(response)) {
    if ('phase' in line) onProgress(line);
    else if ('report' in line) return line.report;
    else throw new ImportProblem(line.problem as Problem);
  }
  throw new Error(words.stopped);
}

async function* linesOf(response: Response): AsyncGenerator<ImportLine> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
    const lines = rest.split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as ImportLine;
    if (done) return;
  }
}
