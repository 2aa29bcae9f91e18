import { filesBelow, read, withoutComments } from './sources.mjs';

const tests = /\.(test|spec)\.tsx?$|^e2e\/attacks\/.*\.ts$/;
/** Tests that compare durations, and tests that take minutes. */
const exempt = /\.(timed|long)\.test\.ts$|^e2e\/promptness\.spec\.ts$/;
/** Matches waits for a duration, and comparisons of a clock with a limit. */
const timed =
  /\bwaitForTimeout\(|\b(?:pause|sleep|wait)\(|\bsetTimeout\((?!\))|\bpg_sleep\(|\bperformance\.now\(\) -|\bcpuUsage\(|expect\(.*\bDate\.now\(\)/g;

/** Matches a time limit of one test as its last argument. The limit of all tests already ends hanging tests. */
const ownLimit = /^\}, [\d_]{4,}\);$|^ {2}[\d_]{4,},\n\);$|^ +\}, \d{2,}_\d{3}\);$|\btest\(.*\{ timeout: [\d_]+ \}/m;

/** The permitted number of remaining waits in each file. Only lower these numbers. */
const left = {
  'e2e/attacks/access.ts': 1,
  'e2e/attacks/connections.ts': 1,
  'e2e/attacks/http.ts': 2,
  'e2e/attacks/meanwhile.ts': 3,
  'e2e/attacks/sign-ins.ts': 2,
  'e2e/attacks/tokens.ts': 2,
  'e2e/attacks/watcher.thread.ts': 2,
  'e2e/attacks/suite.ts': 1,
  'e2e/console-live.spec.ts': 1,
  'e2e/faults/killed.test.ts': 1,
  'e2e/keeping.test.ts': 1,
  'e2e/kit/client-live.spec.ts': 2,
  'e2e/kit/client.spec.ts': 7,
  'e2e/step-up.spec.ts': 1,
  'e2e/stop.test.ts': 3,
  'e2e/telemetry.test.ts': 1,
  'e2e/tls.test.ts': 2,
  'e2e/watching.test.ts': 1,
  'packages/api/src/cut-off-stream.test.ts': 1,
  'packages/console/src/blocks/over-time/over-time.test.tsx': 1,
  'packages/react/src/denied/emergency-access.test.tsx': 1,
  'packages/react/src/step-up.test.tsx': 1,
  'packages/rule/sql/differential.test.ts': 1,
  'packages/server/src/backup/scheduled.test.ts': 1,
  'packages/server/src/give-back.test.ts': 1,
  'packages/server/src/http/bodies.test.ts': 2,
  'packages/server/src/http/certificate.test.ts': 1,
  'packages/server/src/jobs/jobs.test.ts': 2,
  'packages/server/src/identity/directories/directories.test.ts': 2,
  'packages/server/src/mail/send-mail.test.ts': 2,
  'packages/server/src/identity/provider/refresh.test.ts': 1,
  'packages/server/src/postgres/embedded.test.ts': 3,
  'packages/server/src/s3/bucket.test.ts': 2,
  'packages/server/src/identity/sessions/authenticator.test.ts': 1,
  'packages/server/src/identity/steps/ended-sign-ins.test.ts': 2,
  'packages/server/src/identity/sessions/sign-out-at-provider.test.ts': 1,
  'packages/server/src/identity/steps/statements.test.ts': 2,
  'packages/server/src/store/kernel/away.test.ts': 1,
  'packages/server/src/store/kernel/draft.test.ts': 1,
  'packages/server/src/store/kernel/overlay.test.ts': 2,
  'packages/server/src/store/kernel/turns.test.ts': 1,
  'packages/server/src/usecases/audit/audit.test.ts': 1,
  'scripts/sessions.test.ts': 1,
};

/**
 * @returns {string[]} one sentence for each violation: a test that waits for a duration or compares durations, but is not a timed test
 */
export function checkWaits(root) {
  return filesBelow(root)
    .filter((path) => tests.test(path) && !exempt.test(path) && path !== 'scripts/checks.test.ts')
    .flatMap((path) => {
      const text = withoutComments(read(root, path));
      if (ownLimit.test(text))
        return [`${path} gives a test a limit of time of its own; leave it out, as all tests have one limit.`];
      const found = text.match(timed)?.length ?? 0;
      const known = left[path] ?? 0;
      if (found > known)
        return [
          `${path} waits for a duration, or compares one, ${found} times (${known} are known); wait for a state, or compare two durations in a .timed.test.ts.`,
        ];
      return found < known
        ? [`${path} has ${found} of these waits left, not ${known}; say so in scripts/waits.mjs.`]
        : [];
    });
}
