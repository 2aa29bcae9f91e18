import { Worker } from 'node:worker_threads';

/** The cost of argon2id. */
export interface HashParameters {
  readonly algorithm: number;
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** The work for a thread. */
export type HashTask =
  | { readonly kind: 'hash'; readonly password: string; readonly parameters: HashParameters }
  | { readonly kind: 'verify'; readonly hash: string; readonly password: string }
  | {
      readonly kind: 'derive';
      readonly secret: string;
      readonly salt: Uint8Array;
      readonly parameters: HashParameters;
    };

export type HashAnswer = { readonly done: string | boolean | Uint8Array } | { readonly failed: string };

/**
 * Computes a hash on a thread of low priority, because a hash keeps a core busy and other requests must not wait for it. Each parallel
 * hash runs on a separate thread; the caller limits their number. Idle threads end after a while to free their memory.
 */
export function onHashThread(task: HashTask): Promise<string | boolean | Uint8Array> {
  const thread = idle.pop() ?? startThread();
  return thread.work(task);
}

interface Thread {
  readonly work: (task: HashTask) => Promise<string | boolean | Uint8Array>;
}

const idle: Thread[] = [];

function startThread(): Thread {
  const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  let waiting: PromiseWithResolvers<string | boolean | Uint8Array> | undefined;
  let ending: NodeJS.Timeout | undefined;
  const leave = () => {
    const place = idle.indexOf(thread);
    if (place >= 0) idle.splice(place, 1);
  };
  const thread: Thread = {
    work: (task) => {
      clearTimeout(ending);
      waiting = Promise.withResolvers();
      worker.ref();
      worker.postMessage(task);
      return waiting.promise;
    },
  };
  worker.on('message', (answer: HashAnswer) => {
    const asked = waiting;
    waiting = undefined;
    worker.unref();
    idle.push(thread);
    ending = setTimeout(() => {
      leave();
      void worker.terminate();
    }, idleFor).unref();
    if ('done' in answer) asked?.resolve(answer.done);
    else asked?.reject(new Error(answer.failed));
  });
  const gone = (error?: Error) => {
    clearTimeout(ending);
    leave();
    waiting?.reject(error ?? new Error('A thread that hashes has ended.'));
    waiting = undefined;
  };
  worker.on('error', gone);
  worker.on('exit', () => gone());
  return thread;
}

/** Milliseconds until an idle thread ends. */
const idleFor = 30_000;
