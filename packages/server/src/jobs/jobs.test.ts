import { limits } from '@licet/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { checks } from '../store/checks.ts';
import { queueJobs, takeJobs } from '../store/jobs/jobs.ts';
import { openDatabase, transaction } from '../store/kernel/database.ts';
import { type Listener, listen } from '../store/kernel/listen.ts';
import { sweep } from '../store/sign-in/sweep.ts';
import { build, type TestStore, testStore } from '../store/store.testing.ts';
import { type FailedAttempt, GivenUp, type JobHandler, Jobs } from './jobs.ts';

let store: TestStore;
let listener: Listener;
const opened: Jobs[] = [];
const errors: unknown[] = [];

beforeAll(async () => {
  store = await testStore();
});
beforeEach(() => {
  listener = listen(store.database);
});
afterEach(async () => {
  for (const jobs of opened.splice(0)) await jobs.close(0);
  await listener.close();
  store.setClock(0);
  errors.length = 0;
  reported.length = 0;
  await store.database.pool.query('delete from jobs');
});
afterAll(() => store.close());

const reported: (FailedAttempt | undefined)[] = [];

function run(handlers: Record<string, JobHandler>, lease: number = limits.jobLease.value): Jobs {
  const onError = (error: unknown, attempt?: FailedAttempt) => {
    errors.push(error);
    reported.push(attempt);
  };
  const jobs = new Jobs({ database: store.database, listener, handlers, lease, safetyLook: 500, onError });
  opened.push(jobs);
  return jobs;
}

const queue = (kind: string, ...data: unknown[]) => build(store.database, (change) => queueJobs(change, kind, data));
const left = async () =>
  (await store.database.pool.query('select attempts, last_error, given_up_at is not null as "givenUp" from jobs')).rows;

test('each job is run once, by one of many processes, and then removed', async () => {
  const done: unknown[] = [];
  const handler = { run: async ({ data }: { data: unknown }) => void done.push(data) };
  for (let process = 0; process < 3; process += 1) run({ count: handler });
  const all = Array.from({ length: 200 }, (_, number) => ({ number }));
  await queue('count', ...all);
  await expect.poll(async () => (await left()).length).toBe(0);
  expect(done).toHaveLength(200);
  expect(new Set(done.map((data) => JSON.stringify(data))).size).toBe(200);
});

test('a job of a failed change never runs', async () => {
  const done: unknown[] = [];
  run({ fail: { run: async ({ data }) => void done.push(data) } });
  const failing = build(store.database, async (change) => {
    await queueJobs(change, 'fail', ['lost']);
    throw new Error('The change fails.');
  });
  await expect(failing).rejects.toThrow('The change fails.');
  await queue('fail', 'kept');
  await expect.poll(() => done).toEqual(['kept']);
});

test('runs no more jobs simultaneously than the limit', async () => {
  let [now, most] = [0, 0];
  const slow: JobHandler = {
    run: async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 20));
      now -= 1;
    },
  };
  run({ slow });
  await queue('slow', ...Array.from({ length: 20 }, () => null));
  await expect.poll(async () => (await left()).length).toBe(0);
  expect(most).toBe(limits.jobsAtOnce.value);
});

test('a slow kind of job leaves capacity for other kinds', async () => {
  const [slow, quick]: [unknown[], unknown[]] = [[], []];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  run({
    slow: {
      atOnce: 2,
      run: async ({ data }) => {
        slow.push(data);
        await released;
      },
    },
    quick: { run: async ({ data }) => void quick.push(data) },
  });
  await queue('slow', ...Array.from({ length: 10 }, (_, number) => number));
  await expect.poll(() => slow.length).toBe(2);
  await queue('quick', 'mail');
  await expect.poll(() => quick).toEqual(['mail']);
  expect(slow).toHaveLength(2);
  release();
  await expect.poll(async () => (await left()).length).toBe(0);
  expect(slow).toHaveLength(10);
});

test('takes no more jobs than there is capacity for, whatever plan PostgreSQL chooses', async () => {
  await queue('slow', ...Array.from({ length: 10 }, (_, number) => number));
  const plans = ['hashagg', 'hashjoin', 'mergejoin', 'sort', 'material'];
  const connect = async () => {
    const connection = await store.database.connect();
    for (const plan of plans) await connection.query(`set enable_${plan} = off`);
    return connection;
  };
  expect(await takeJobs({ ...store.database, connect }, ['slow'], 2, 60)).toHaveLength(2);
});

test('a failed job is retried after increasing delays, and finally given up', async () => {
  let attempts = 0;
  const reasons: string[] = [];
  const failing: JobHandler = {
    run: async () => {
      attempts += 1;
      throw new Error('The other side is down.');
    },
    givenUp: async (_, reason) => void reasons.push(reason),
  };
  run({ failing });
  await queue('failing', null);
  await expect.poll(left).toEqual([{ attempts: 1, last_error: 'The other side is down.', givenUp: false }]);
  const wait = await store.database.pool.query(
    'select extract(epoch from due_at - clock_timestamp())::float8 as s from jobs',
  );
  expect(wait.rows[0].s).toBeGreaterThan(20);
  expect(wait.rows[0].s).toBeLessThanOrEqual(60);
  expect(reported).toEqual([{ job: 'failing', attempt: 1, again: expect.any(Number) }]);
  for (let day = 1; attempts < limits.jobAttempts.value; day += 1) {
    const before = attempts;
    store.setClock(day * 86_400_000);
    await transaction(store.database, 'begin', (connection) => connection.query(`notify licet_jobs`));
    await expect.poll(() => attempts).toBe(before + 1);
    await expect.poll(async () => (await left())[0]?.attempts).toBe(attempts);
  }
  await expect
    .poll(left)
    .toEqual([{ attempts: limits.jobAttempts.value, last_error: 'The other side is down.', givenUp: true }]);
  expect(reasons).toEqual(['The other side is down.']);
  expect(errors).toHaveLength(limits.jobAttempts.value);
});

test('a job that can never succeed is given up immediately', async () => {
  run({
    never: {
      run: async () => {
        throw new GivenUp('This address does not exist.');
      },
    },
  });
  await queue('never', null);
  await expect.poll(left).toEqual([{ attempts: 1, last_error: 'This address does not exist.', givenUp: true }]);
  expect(reported).toEqual([{ job: 'never', attempt: 1, again: undefined }]);
  await store.database.pool.query(`update jobs set given_up_at = now() - interval '31 days'`);
  await sweep(store.database);
  expect(await left()).toEqual([]);
});

test('after the lease of a job expires, another process runs the job, and the first process cannot undo the result', async () => {
  let go: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => {
    go = resolve;
  });
  // With one job at a time, the process cannot take its own job again before the other process does.
  const first = run({ work: { atOnce: 1, run: () => hanging } });
  await queue('work', null);
  await expect.poll(async () => (await left())[0]?.attempts).toBe(1);
  store.setClock((limits.jobLease.value + 1) * 1000);
  const done: number[] = [];
  const ending = Promise.withResolvers<void>();
  run({
    work: {
      run: async ({ attempt }) => {
        done.push(attempt);
        await ending.promise;
      },
    },
  });
  await expect.poll(() => done).toEqual([2]);
  go(); // the run of the first process ends without an error
  await first.close(1);
  expect(await left()).toHaveLength(1);
  ending.resolve();
  await expect.poll(async () => (await left()).length).toBe(0);
});

test('a running job that outlasts its lease keeps the lease', async () => {
  const begun: number[] = [];
  const slow: JobHandler = {
    outlastsLease: true,
    run: async ({ attempt }) => {
      begun.push(attempt);
      await new Promise((resolve) => setTimeout(resolve, 2500));
    },
  };
  for (let process = 0; process < 2; process += 1) run({ slow }, 1);
  await queue('slow', null);
  await expect.poll(() => begun).toEqual([1]);
  await expect.poll(async () => (await left()).length).toBe(0);
  expect([begun, errors]).toEqual([[1], []]);
});

test('stopping waits for running jobs, and returns unfinished ones to the queue', async () => {
  const stubborn: JobHandler = {
    run: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  };
  const jobs = run({ stubborn });
  await queue('stubborn', null);
  await expect.poll(async () => (await left())[0]?.attempts).toBe(1);
  await jobs.close(0.1);
  expect(errors).toEqual([]);
  const done: unknown[] = [];
  run({ stubborn: { run: async () => void done.push('done') } });
  await expect.poll(() => done).toEqual(['done']);
});

test('leaves a job of an unknown kind to a newer server, and keeps trying during a database outage', async () => {
  run({ known: { run: async () => undefined } });
  await queue('of a newer version', null);
  await queue('known', null);
  await expect.poll(left).toEqual([{ attempts: 0, last_error: null, givenUp: false }]);
  const away = openDatabase({ checks, connectionString: 'postgres://nobody@127.0.0.1:1/none', returnsWithin: 0 });
  const jobs = new Jobs({
    database: away,
    listener,
    handlers: { known: { run: async () => undefined } },
    onError: (error) => errors.push(error),
    safetyLook: 20,
  });
  await expect.poll(() => errors.length).toBeGreaterThan(2);
  await jobs.close(0);
  await away.close();
});
