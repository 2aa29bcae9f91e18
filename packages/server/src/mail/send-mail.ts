import type { MailFailure } from '@licet/contract';
import { accentOf } from '../appearance/accent.ts';
import type { Secrets } from '../identity/keys/secrets.ts';
import { GivenUp, type JobHandler } from '../jobs/jobs.ts';
import { findShownAppearance } from '../store/appearance/appearance.ts';
import { copyingNames } from '../store/erasure/copying.ts';
import { readClock } from '../store/kernel/clock.ts';
import type { Database } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { findMail, giveUpMail, type MailOutcome, noteMail } from '../store/mail/mails.ts';
import { noteMailHealth, withoutWords } from '../store/mail/settings.ts';
import { currentMailServer, type Mailer, messageIdOf } from './mail-server.ts';
import { dataNow } from './make-up.ts';
import { isSettled, mintLink } from './mint-link.ts';
import { type Rendering, render } from './render.ts';

export interface SendingParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly issuer: string;
}

/**
 * A mail could not be sent for now. The message stays with the job, and is written after an erasure may have searched the jobs: the server's words, which
 * may hold an address, stand in `failure` alone.
 */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
  readonly failure: MailFailure;
  constructor(failure: MailFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** Sends the mail of a job. It may run twice: the same mail is then sent with the same id and link. */
export function mailHandler(parts: SendingParts): JobHandler {
  const { database, issuer, mailer } = parts;
  const connection = poolOf(database);
  return {
    run: async ({ data }, signal) => {
      const id = mailIn(data);
      const mail = await findMail(connection, id);
      if (mail?.state !== 'waiting') return;
      const now = await readClock(database);
      const note = (outcome: MailOutcome) => noteMail(connection, id, outcome, now);
      if (mail.usefulUntil <= now) return note({ state: 'dropped', dropped: 'too_late' });
      if (mail.name === null || mail.status === 'suspended' || isSettled(mail))
        return note({ state: 'dropped', dropped: 'no_use' });
      if (mail.address === null) return note({ state: 'dropped', dropped: 'no_address' });
      const server = await currentMailServer(connection, parts);
      if (!server) return note({ state: 'held' });
      const told = await dataNow(database, mail);
      if (!told) return note({ state: 'dropped', dropped: 'no_use' });
      const appearance = await findShownAppearance(connection);
      const organisation = appearance.organisation || 'Licet';
      const accent = accentOf(appearance);
      const language = mail.language ?? server.language;
      const { template, name, address } = mail;
      const link = await mintLink(parts, { ...mail, address });
      if (link === null) return note({ state: 'dropped', dropped: 'no_use' });
      // It may have been withdrawn in between: then its link was not stored.
      if (link !== undefined && (await findMail(connection, id))?.state !== 'waiting') return;
      const rendering = { template, data: told, language, name, organisation, issuer, link, accent } as Rendering;
      const letter = { ...render(rendering), to: { name, address }, id: messageIdOf(id, issuer) };
      const result = await mailer.send(server, letter, signal);
      const { failure } = result;
      if (failure === null) {
        await noteMailHealth(connection, now, null);
        return note({ state: 'sent', address });
      }
      const isThere = await copyingNames(database, async (held) => {
        const there = (await findMail(held, id)) !== undefined;
        await noteMailHealth(held, now, there ? failure : withoutWords(failure));
        await noteMail(held, id, { state: result.final ? 'failed' : 'waiting', failure }, now);
        return there;
      });
      if (!isThere) return;
      if (result.final) throw new GivenUp(failure.kind, { cause: new Error(failure.said ?? failure.kind) });
      throw new MailNotSent(failure);
    },
    givenUp: async ({ data }) => giveUpMail(connection, mailIn(data), await readClock(database)),
  };
}

function mailIn(data: unknown): string {
  return typeof data === 'object' && data !== null && 'mail' in data ? String(data.mail) : '';
}
