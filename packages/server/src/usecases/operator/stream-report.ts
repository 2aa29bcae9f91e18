import { type DirectoryProgress, type DirectoryReport, limits } from '@licet/contract';
import { problemForStream } from '../../refusal.ts';
import { begun } from '../access/stream.ts';

/**
 * The stream of an import: progress, then the result. The import begins immediately, and frees its place by `leave`
 * when it ends.
 */
export const streamReport = (
  leave: () => void,
  work: (onProgress: (progress: DirectoryProgress) => void) => Promise<DirectoryReport>,
): AsyncIterable<string> =>
  begun<string>(async (give) => {
    const say = (said: DirectoryProgress) => give(`${JSON.stringify(said)}\n`);
    // The import continues if the reader of the progress is gone.
    let last: DirectoryProgress | undefined;
    const onProgress = (progress: DirectoryProgress) => {
      last = progress;
      void say(progress).catch(() => undefined);
    };
    // A statement may take minutes, and proxies close a connection that is silent for two.
    const saying = setInterval(() => last && onProgress(last), limits.liveHeartbeat.value);
    const said = await work(onProgress)
      .then(
        (report) => ({ report }),
        (error: unknown) => ({ problem: problemForStream(error) }),
      )
      .finally(() => {
        clearInterval(saying);
        leave();
      });
    await say(said);
  });
