import { secretsOf } from '../identity/keys/secrets.ts';
import { Jobs } from '../jobs/jobs.ts';
import { roundJob } from '../store/invitations/rounds.ts';
import { listen } from '../store/kernel/listen.ts';
import { mailJob } from '../store/mail/mails.ts';
import { remindersJob } from '../store/reminders/reminders.ts';
import { reviewsJob } from '../store/reviews/list.ts';
import { invitationRoundHandler } from '../usecases/invitations/carry-on.ts';
import { reviewsHandler } from '../usecases/reviews/read.ts';
import { issuer, type TestLicet, testLicet } from '../usecases/testing.ts';
import type { Mailer, MailServer } from './mail-server.ts';
import { openMailer } from './mailer.ts';
import { passwordResetHandler, passwordResetJob } from './password-reset.ts';
import { remindersHandler } from './reminders.ts';
import { MailNotSent, mailHandler } from './send-mail.ts';
import { localGuard, type TestSmtp, testSmtp } from './smtp.testing.ts';

/** A Licet that sends its mails to a real mail server. */
export interface TestMailing {
  readonly licet: TestLicet;
  readonly smtp: TestSmtp;
  readonly mailer: Mailer;
  /** Errors that no request waited for. */
  readonly errors: unknown[];
  /** Starts another process that sends mails until it is closed. */
  sender(): Jobs;
  /** The outbox as administrators see it. */
  outbox(): Promise<Awaited<ReturnType<typeof listed>>>;
  close(): Promise<void>;
}

const listed = async (licet: TestLicet) =>
  (await licet.call('mail.list', licet.admin, { query: { sort: 'queuedAt', limit: '200' } })).items;

/**
 * @param environment the mail server in the environment: the test’s own, or none
 * @param patience milliseconds until Licet gives up on a mail server: a mail accepted later than that is sent twice
 */
export async function testMailing(environment: 'smtp' | 'none' = 'smtp', patience = 20_000): Promise<TestMailing> {
  const smtp = await testSmtp();
  const server: MailServer | undefined = environment === 'smtp' ? smtp.server : undefined;
  const mailer = openMailer(server, { patience, guard: localGuard });
  const licet = await testLicet({ mailer });
  const { database } = licet;
  const listener = listen(database);
  const errors: unknown[] = [];
  const senders: Jobs[] = [];
  const parts = { database, mailer, issuer, secrets: secretsOf(Buffer.alloc(32, 7)) };
  const sender = () => {
    const jobs = new Jobs({
      database,
      listener,
      handlers: {
        [mailJob]: mailHandler(parts),
        [passwordResetJob]: passwordResetHandler(database),
        [roundJob]: invitationRoundHandler(database),
        [remindersJob]: remindersHandler(database),
        [reviewsJob]: reviewsHandler(database),
      },
      onError: (error) => error instanceof MailNotSent || errors.push(error),
    });
    senders.push(jobs);
    return jobs;
  };
  return {
    licet,
    smtp,
    mailer,
    errors,
    sender,
    outbox: () => listed(licet),
    close: async () => {
      for (const jobs of senders) await jobs.close(0);
      await listener.close();
      mailer.close();
      await licet.close();
      await smtp.close();
    },
  };
}

/** Sets a user's address without a change, as if the user had been created with it. */
export async function addressOf(licet: TestLicet, { userId }: { readonly userId: string }): Promise<string> {
  const address = `${userId.slice(-12)}@harbour.example`;
  await licet.database.pool.query(`update users set email = $1, email_key = $1 where id = $2`, [address, userId]);
  return address;
}
