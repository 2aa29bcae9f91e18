import type { MailFailure } from '@licet/contract';
import { findingOf, OutgoingError, type OutgoingReason } from '../outgoing/guard.ts';
import { type Outgoing, webhookHeaders } from '../outgoing/outgoing.ts';
import { type Finding, finding } from '../refusal.ts';
import type { Letter, MailServer, SendResult } from './mail-server.ts';

/** Posts a mail to a webhook. The same mail has the same id each time it is sent. */
export async function postMail(
  outgoing: Outgoing,
  { webhook, password, fromName, fromAddress }: MailServer & { readonly webhook: string },
  { id, ...letter }: Letter,
  signal?: AbortSignal,
): Promise<SendResult> {
  const body = JSON.stringify({ type: 'mail', id, from: { name: fromName, address: fromAddress }, ...letter });
  const headers = webhookHeaders(password ?? '', id, body);
  try {
    const { status } = await outgoing(webhook, { method: 'POST', headers, body, redirect: 'error', signal });
    if (status < 300) return { failure: null };
    const said = finding('mail_program_answered', { status });
    // A 4xx status is final, except those that ask to wait or that the operator can correct (RFC 9110 section 15.5).
    const final = status >= 400 && status < 500 && ![401, 403, 404, 408, 425, 429].includes(status);
    return { failure: failureOf(status === 401 || status === 403 ? 'login' : 'refused', said), final };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { failure: failureToReach(error), final: false };
  }
}

/** Why the mail server or webhook was not reached. */
export const failureToReach = ({ reason, why }: OutgoingError): MailFailure =>
  failureOf(failureKinds[reason], findingOf(why));

/** A failure with a sentence of Licet, not of the server. */
const failureOf = (kind: MailFailure['kind'], { sentence: said, ...why }: Finding): MailFailure => ({
  kind,
  said,
  ...why,
});

/** The kind of mail failure for each reason why the server was not reached. */
const failureKinds: Readonly<Record<OutgoingReason, MailFailure['kind']>> = {
  blocked: 'no_answer',
  not_https: 'no_tls',
  unknown_host: 'no_host',
  unreachable: 'no_answer',
  certificate: 'certificate',
  too_slow: 'timeout',
  too_large: 'other',
  redirected: 'other',
  broken: 'no_answer',
};
