import { type DirectoryProgress, type DirectoryReport, limits } from '@licet/contract';
import { problemForStream } from '../../refusal.ts';
import { begun } from '../access/stream.ts';

/** The stream of an import: how far it is, then what came of it. The import begins at once, and gives its place back by `leave` when it ends. */
export const streamReport = (
  leave: () => void,
  work: (onProgress: (progress: DirectoryProgress) => void) => Promise<DirectoryReport>,
): AsyncIterable<string> =>
  begun<string>(async (give) => {
    const say = (said: DirectoryProgress) => give(`${JSON.stringify(said)}\n`);
    // Progress is for whoever still listens; the import itself goes on without.
    let last: DirectoryProgress | undefined;
    const onProgress = (progress: DirectoryProgress) => {
      last = progress;
      void say(progress).catch(() => undefined);
    };
    // A statement may take minutes, and a connection on which nothing is said for two is ended.
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
