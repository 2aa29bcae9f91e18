import type { ServerCondition } from '@licet/contract';
import type { Secrets } from '../identity/keys/secrets.ts';
import { currentMailServer, type Mailer } from '../mail/mail-server.ts';
import { Refusal } from '../refusal.ts';
import { jobsDue } from '../store/jobs/jobs.ts';
import type { Database } from '../store/kernel/database.ts';
import type { Queryable } from '../store/kernel/pool.ts';
import { findMailHealth } from '../store/mail/settings.ts';
import { clockAhead } from './clock-ahead.ts';
import type { Folders } from './folders.ts';
import type { Readiness } from './readiness.ts';

export interface ConditionParts
  extends Pick<ServerCondition, 'settings' | 'settingsUnknown' | 'seesAddresses' | 'ownTls'> {
  readonly database: Database;
  /** Queries the database outside its pool, with a time limit. */
  readonly outsidePool: Queryable;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly readiness: Pick<Readiness, 'require'>;
  readonly forwarderTrusted: () => boolean | null;
  /** The kinds of jobs that exist. */
  readonly jobs: readonly string[];
  readonly folders: Folders;
}

/** The state of the server for its operator. Also available while the database does not answer or its pool is exhausted. */
export async function conditionOf(parts: ConditionParts): Promise<ServerCondition> {
  const { database, outsidePool, readiness, forwarderTrusted, jobs, folders } = parts;
  const { settings, settingsUnknown, seesAddresses, ownTls } = parts;
  const { totalCount, idleCount, waitingCount, options } = database.pool;
  const [notReady, clockAheadSeconds, mail, due, backups, checkpoints] = await Promise.all([
    whyNot(readiness),
    orNull(clockAhead(outsidePool)),
    orNull(mailState(parts)),
    orNull(jobsDue(outsidePool, jobs, database.clockOffset())),
    folders.backups(),
    folders.checkpoints(),
  ]);
  return {
    settings,
    settingsUnknown,
    notReady,
    clockAheadSeconds,
    seesAddresses,
    ownTls,
    mail,
    backups,
    checkpoints,
    forwarderTrusted: forwarderTrusted(),
    databaseFullSeconds: databaseFullSeconds(database),
    pool: { inUse: totalCount - idleCount, waiting: waitingCount, most: options.max },
    jobs: due && [...due],
  };
}

function databaseFullSeconds({ full }: Database): number | null {
  const seconds = full.at === undefined ? Number.POSITIVE_INFINITY : Math.round((performance.now() - full.at) / 1000);
  return seconds < 900 ? Math.max(seconds, 0) : null;
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

async function mailState({
  outsidePool,
  ...parts
}: Pick<ConditionParts, 'outsidePool' | 'secrets' | 'mailer'>): Promise<ServerCondition['mail']> {
  if (!(await currentMailServer(outsidePool, parts))) return 'not_set';
  const health = await findMailHealth(outsidePool);
  return health === undefined ? 'untried' : health.failure === null ? 'works' : 'fails';
}

/** The result; null if the database did not answer. */
const orNull = <Known>(asked: Promise<Known>): Promise<Known | null> => asked.catch(() => null);
