import { removeDataDirectory } from './licet.ts';

/** A resource that a test file owns: a server, a browser, a program or a folder. Also a function that ends any other resource. */
type Part =
  | { stop(): unknown; readonly dataDirectory?: string }
  | { leave(): unknown }
  | { close(): unknown }
  | (() => unknown)
  | string
  | undefined;

/** Milliseconds. Ends the wait for a part that hangs, so that the other parts still end. */
const patience = 120_000;

/**
 * Ends all parts in order, even if an earlier part cannot be ended. Removes folders and the data directories of servers. Accepts undefined
 * for a part that was not started because an earlier step failed.
 *
 * @throws what the first part that could not be ended threw
 */
export async function endAll(...parts: readonly Part[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const sentence = `Part ${parts.indexOf(part) + 1} of ${parts.length} did not end within ${patience / 1000} s.`;
      timer = setTimeout(() => reject(new Error(sentence)), patience);
    });
    await Promise.race([end(part), late]).catch((error: unknown) => failures.push(error));
    clearTimeout(timer);
  }
  if (failures.length > 0) throw failures[0];
}

async function end(part: Part): Promise<void> {
  if (part === undefined) return;
  if (typeof part === 'string') return removeDataDirectory(part);
  if (typeof part === 'function') return void (await part());
  if ('leave' in part) return void (await part.leave());
  if ('close' in part) return void (await part.close());
  try {
    await part.stop();
  } finally {
    if (part.dataDirectory !== undefined) removeDataDirectory(part.dataDirectory);
  }
}
