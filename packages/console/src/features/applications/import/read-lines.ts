import type { ImportLine, ImportReport, Problem } from '@licet/contract';
import { ApiError, linesOf } from '@licet/contract/client';
import { words } from './words.ts';

/** The progress of an import. `total` is unknown while the file is read. */
export interface ImportProgress {
  phase: 'reading' | 'checking' | 'writing';
  done: number;
  total: number | null;
}

/**
 * Reads the stream of an import to its end.
 * @throws ApiError with the server's reason when the import fails; an Error when the stream ends without a result.
 */
export async function readImport(
  response: Response,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  for await (const line of linesOf<ImportLine>(response)) {
    if ('phase' in line) onProgress(line);
    else if ('report' in line) return line.report;
    else throw new ApiError(line.problem as Problem);
  }
  throw new Error(words.stopped);
}
