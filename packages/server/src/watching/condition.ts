import type { ServerCondition } from '@licet/contract';
import { machineNow } from '../machine-clock.ts';
import { currentMailServer, type Mailer } from '../mail/mail-server.ts';
import { Refusal } from '../refusal.ts';
import type { Secrets } from '../sign-in/secrets.ts';
import { jobsDue } from '../store/jobs/due.ts';
import { readClock } from '../store/kernel/clock.ts';
import type { Database } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { findMailHealth } from '../store/mail/settings.ts';
import type { Readiness } from './readiness.ts';

export interface ConditionParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly readiness: Pick<Readiness, 'require'>;
  readonly seesAddresses: boolean;
  /** The kinds of jobs that there are. */
  readonly jobs: readonly string[];
}

/** What the server knows of itself, for whoever looks after it. */
export async function conditionOf({
  database,
  readiness,
  seesAddresses,
  jobs,
  ...parts
}: ConditionParts): Promise<ServerCondition> {
  const { totalCount, idleCount, waitingCount, options } = database.pool;
  const connection = poolOf(database);
  return {
    notReady: await whyNot(readiness),
    clockAheadSeconds: await clockAhead(database),
    seesAddresses,
    pool: { inUse: totalCount - idleCount, waiting: waitingCount, most: options.max },
    mail: await mailState(database, parts),
    jobs: [...(await jobsDue(connection, jobs, database.clockOffset()))],
  };
}

async function whyNot(readiness: Pick<Readiness, 'require'>): Promise<string | null> {
  try {
    await readiness.require();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.problem.detail;
    throw error;
  }
}

/** Between the two readings of this machine's clock, as nearly as one question can tell. */
async function clockAhead(database: Database): Promise<number> {
  const before = machineNow();
  const there = Date.parse(await readClock(database)) / 1000 - database.clockOffset() / 1000;
  return (before + machineNow()) / 2 - there;
}

async function mailState(
  database: Database,
  parts: Pick<ConditionParts, 'secrets' | 'mailer'>,
): Promise<ServerCondition['mail']> {
  const connection = poolOf(database);
  if (!(await currentMailServer(connection, parts))) return 'not_set';
  const health = await findMailHealth(connection);
  return health === undefined ? 'untried' : health.failure === null ? 'works' : 'fails';
}
