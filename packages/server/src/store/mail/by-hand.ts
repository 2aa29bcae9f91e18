import { queueJobs } from '../jobs/jobs.ts';
import type { Change } from '../kernel/change.ts';
import { newId } from '../kernel/ids.ts';
import { sql } from '../kernel/sql.ts';
import { mailJob } from './mails.ts';

/**
 * Sends a mail again as a new one, with its own link and `Message-ID`, so that no used link becomes valid again.
 * False if it neither failed nor is held, or has expired.
 */
export async function sendMailAgain(change: Change, id: string): Promise<boolean> {
  const { connection, clock } = change;
  const again = newId();
  const { rowCount } = await connection.query(sql`
    with old as (
      update mails set state = 'dropped', dropped = 'sent_again', changed_at = ${clock}
      where id = ${id} and state in ('failed', 'held') and useful_until > ${clock} returning *
    )
    insert into mails (id, template, data, language, user_id, address, made_by, queued_at, useful_until, changed_at)
    select ${again}::uuid, template, data, language, user_id, case when template in ('address_changed', 'email_verification') then address end,
      made_by, queued_at, useful_until, ${clock} from old`);
  if (rowCount !== 1) return false;
  await queueJobs(change, mailJob, [{ mail: again }]);
  return true;
}

/** Drops a mail. False if it was sent or has already ended. */
export async function dropMail({ connection, clock }: Change, id: string): Promise<boolean> {
  const { rowCount } = await connection.query(sql`
    update mails set state = 'dropped', dropped = 'by_hand', changed_at = ${clock}
    where id = ${id} and state in ('waiting', 'held', 'failed')`);
  await connection.query(sql`delete from jobs where kind = ${mailJob} and data ->> 'mail' = ${id}`);
  return rowCount === 1;
}
