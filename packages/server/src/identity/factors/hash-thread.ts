import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashRawSync, hashSync, verifySync } from '@node-rs/argon2';
import type { HashAnswer, HashTask } from './hash-threads.ts';

// A thread that only computes argon2id. See hash-threads.ts.

/** With this niceness, the thread gets a third of a busy core and all of an idle one. */
const givesWay = 5;

// On Linux 0 is the calling thread, not the process (setpriority(2), "C library/kernel differences"); elsewhere it would be the
// process.
if (process.platform === 'linux') setPriority(0, Math.min(19, getPriority(0) + givesWay));

parentPort?.on('message', (task: HashTask) => {
  parentPort?.postMessage(answerTo(task));
});

function answerTo(task: HashTask): HashAnswer {
  try {
    return { done: work(task) };
  } catch (error) {
    return { failed: String(error) };
  }
}

function work(task: HashTask): string | boolean | Uint8Array {
  if (task.kind === 'verify') return verifySync(task.hash, task.password);
  if (task.kind === 'hash') return hashSync(task.password, task.parameters);
  return hashRawSync(task.secret, { ...task.parameters, salt: task.salt });
}
