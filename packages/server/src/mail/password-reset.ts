import { mailLanguage } from '@licet/contract';
import * as z from 'zod';
import type { JobHandler } from '../jobs/jobs.ts';
import { readClock } from '../store/kernel/clock.ts';
import { type Database, transaction } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { readNow } from '../store/kernel/read-now.ts';
import { findSignInAccount } from '../store/sign-in/accounts.ts';
import { logSignIn } from '../store/sign-in/sign-ins.ts';
import { takesResets } from '../store/users/addresses.ts';
import { mayMailLinkTo } from '../usecases/may-give.ts';
import { queueMail } from './queue-mail.ts';

/** The kind of the job that looks up a user who has forgotten their password. */
export const passwordResetJob = 'password_reset';

const asked = z.object({
  login: z.string(),
  language: mailLanguage.optional(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
});

/**
 * Queues the mail with a reset link for the user with that login.
 * - A user who has never signed in gets no mail. Their invitation depends on the rights of the inviter, and a reset
 * must not bypass that.
 * - An address that was set later must be verified first.
 */
export function passwordResetHandler(database: Database): JobHandler {
  return {
    run: async ({ data }) => {
      const { login, language, address, agent } = asked.parse(data);
      const account = await findSignInAccount(database, login);
      if (account?.status !== 'active' || account.email === null) return;
      if (!(await takesResets(poolOf(database), account.id, account.email))) return;
      if (!(await readNow(database, (snapshot) => mayMailLinkTo(snapshot, account)))) return;
      const clock = await readClock(database);
      await transaction(database, 'begin', async (connection) => {
        await queueMail({ connection, clock }, { to: [account.id], template: 'password_reset', data: {}, language });
        const line = { userId: account.id, outcome: 'reset_asked', client: null, address, agent } as const;
        await logSignIn(connection, line, clock);
      });
    },
  };
}
