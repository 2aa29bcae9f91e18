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
  /** What asks the database beside its pool, and gives up after a while. */
  readonly beside: Queryable;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly readiness: Pick<Readiness, 'require'>;
  readonly forwarderTrusted: () => boolean | null;
  /** The kinds of jobs that there are. */
  readonly jobs: readonly string[];
  readonly folders: Folders;
}

/** What the server knows of itself, for whoever looks after it; also while the database does not answer, or all wait for it. */
export async function conditionOf(parts: ConditionParts): Promise<ServerCondition> {
  const { database, beside, readiness, forwarderTrusted, jobs, folders } = parts;
  const { settings, settingsUnknown, seesAddresses, ownTls } = parts;
  const { totalCount, idleCount, waitingCount, options } = database.pool;
  const [notReady, clockAheadSeconds, mail, due, backups, checkpoints] = await Promise.all([
    whyNot(readiness),
    orNull(clockAhead(beside)),
    orNull(mailState(parts)),
    orNull(jobsDue(beside, jobs, database.clockOffset())),
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
    pool: { inUse: totalCount - idleCount, waiting: waitingCount, most: options.max },
    jobs: due && [...due],
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

async function mailState({
  beside,
  ...parts
}: Pick<ConditionParts, 'beside' | 'secrets' | 'mailer'>): Promise<ServerCondition['mail']> {
  if (!(await currentMailServer(beside, parts))) return 'not_set';
  const health = await findMailHealth(beside);
  return health === undefined ? 'untried' : health.failure === null ? 'works' : 'fails';
}

/** What could be learnt; null when the database did not say it. */
const orNull = <Known>(asked: Promise<Known>): Promise<Known | null> => asked.catch(() => null);
