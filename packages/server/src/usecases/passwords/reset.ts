import { type Calls, identityKey, typedName } from '@licet/contract';
import { mailIsOn } from '../../mail/mail-server.ts';
import { passwordResetJob } from '../../mail/password-reset.ts';
import { chargeAttempt, nameResets, networkResets } from '../../store/credentials/throttle.ts';
import { queueJobs } from '../../store/jobs/jobs.ts';
import { readClock } from '../../store/kernel/clock.ts';
import { transaction } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import type { Context } from '../context.ts';
import type { Input } from '../use-case.ts';

/** Whether a forgotten password can be reset by mail. */
export const forgotten = async ({ database, mailer }: Context) => {
  const connection = poolOf(database);
  return {
    byMail: await mailIsOn(connection, mailer?.fromEnvironment !== undefined),
    organisation: await organisationName(connection),
  };
};

/**
 * Requests a reset link by mail. A job looks up the name, so the answer and its duration are the same for every name.
 * They are also the same for a caller with too many requests.
 */
export const reset = async ({ database, origin }: Context, { body }: Input<Calls['passwords']['reset']>) => {
  const now = await readClock(database);
  // A lone surrogate is never part of a name, and PostgreSQL's JSON rejects it.
  const login = typedName(body.login.toWellFormed());
  const counters = [networkResets(origin.address), nameResets(identityKey(login))];
  if ((await chargeAttempt(database, counters, now)) !== undefined) return;
  const { address, agent } = origin;
  await transaction(database, 'begin', (connection) =>
    queueJobs({ connection, clock: now }, passwordResetJob, [{ login, language: body.language, address, agent }]),
  );
};
