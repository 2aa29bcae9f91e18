import type { MailFailure } from '@licet/contract';
import { accentOf } from '../appearance/page-head.ts';
import type { Secrets } from '../identity/keys/secrets.ts';
import { GivenUp, type JobHandler } from '../jobs/jobs.ts';
import { findShownAppearance } from '../store/appearance/appearance.ts';
import { copyingNames } from '../store/erasure/referring.ts';
import { readClock } from '../store/kernel/clock.ts';
import type { Database } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { readNow } from '../store/kernel/read-now.ts';
import {
  findMail,
  giveUpMail,
  keepTold,
  type MailOutcome,
  makeUp,
  noteMail,
  type QueuedMail,
} from '../store/mail/mails.ts';
import { noteMailHealth, withoutWords } from '../store/mail/settings.ts';
import { decidersOfTurn } from '../store/requests/pools.ts';
import { findRequest } from '../store/requests/requests.ts';
import { currentMailServer, type Mailer, messageIdOf } from './mail-server.ts';
import { isSettled, mintLink } from './mint-link.ts';
import { stillEnding } from './reminders.ts';
import { type Rendering, render } from './render.ts';
import type { MailData } from './templates.ts';

export interface SendingParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly issuer: string;
}

/**
 * A mail could not be sent for now. The job stores this message, possibly after an erasure has searched the jobs for personal data. So
 * the message must contain none: the server's own words, which may contain an address, are only in `failure`.
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
      const stored = await dataNow(database, mail);
      if (!stored) return note({ state: 'dropped', dropped: 'no_use' });
      const appearance = await findShownAppearance(connection);
      const organisation = appearance.organisation || 'Licet';
      const accent = accentOf(appearance);
      const language = mail.language ?? server.language;
      const { template, name, address } = mail;
      const link = await mintLink(parts, { ...mail, address });
      if (link === null) return note({ state: 'dropped', dropped: 'no_use' });
      // The mail may have been withdrawn in between; then its link was not stored.
      if (link !== undefined && (await findMail(connection, id))?.state !== 'waiting') return;
      const rendering = { template, data: stored, language, name, organisation, issuer, link, accent } as Rendering;
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

/** Returns the data of a mail at the time of sending; undefined if none of it still applies. */
export async function dataNow(database: Database, mail: QueuedMail): Promise<object | undefined> {
  if (mail.template === 'access_ending' || mail.template === 'ending_soon') return remindedOf(database, mail);
  if (mail.template !== 'requests_waiting') return mail.data;
  const stored = (await madeUp(database, mail)) as MailData['requests_waiting'] | undefined;
  if (!stored) return undefined;
  const requests = await readNow(database, async (snapshot) => {
    const waiting: (typeof stored.requests)[number][] = [];
    for (const item of stored.requests) {
      // A request is listed twice if its reminder was added before the first mail was sent.
      if (waiting.some(({ id }) => id === item.id)) continue;
      const request = await findRequest(snapshot, item.id);
      if (request?.state !== 'pending') continue;
      if ((await decidersOfTurn(snapshot, request, true)).includes(mail.userId)) waiting.push(item);
    }
    return waiting;
  });
  if (requests.length + stored.more === 0) return undefined;
  const data = { ...stored, requests };
  return (await keepTold(poolOf(database), mail.id, stored, data)) ? data : dataNow(database, mail);
}

async function remindedOf(database: Database, mail: QueuedMail): Promise<object | undefined> {
  const stored = (await madeUp(database, mail)) as MailData['ending_soon'] | undefined;
  if (!stored) return undefined;
  const data = await readNow(database, (snapshot) => stillEnding(snapshot, mail.userId, stored));
  if (data.grants.length + (data.keys ?? []).length + data.more === 0) return undefined;
  return (await keepTold(poolOf(database), mail.id, stored, data)) ? data : remindedOf(database, mail);
}

/** The stored data of a mail; undefined if it was deleted with the recipient. */
const madeUp = async (database: Database, { id }: QueuedMail) =>
  makeUp(poolOf(database), id, await readClock(database));
