import { email, limits, type MailFailure } from '@licet/contract';
import { createTransport, type Transporter } from 'nodemailer';
import { createOutgoing, type Outgoing } from '../outgoing/outgoing.ts';
import type { Letter, Mailer, MailServer, SendResult } from './mail-server.ts';
import { postMail } from './webhook.ts';

/** Hands mails over, by SMTP or to a webhook. Connections are kept for the mails that follow, and are few. */
export function openMailer(
  fromEnvironment: MailServer | undefined,
  patience: number = limits.mailPatience.value,
  outgoing: Outgoing = createOutgoing(),
): Mailer {
  let kept: { readonly key: string; readonly transport: Transporter } | undefined;
  const transportOf = (server: MailServer) => {
    const key = JSON.stringify(server);
    if (kept?.key !== key) {
      kept?.transport.close();
      kept = { key, transport: newTransport(server, patience, true) };
    }
    return kept.transport;
  };
  return {
    fromEnvironment,
    check: async (server) => {
      if (server.webhook) return null; // it is called with mails alone
      const transport = newTransport(server, patience, false);
      try {
        await inTime(transport.verify(), patience);
        return null;
      } catch (error) {
        return failureOf(error, server);
      } finally {
        transport.close();
      }
    },
    send: async (server, letter, signal) => {
      // RFC 5321 section 4.1.1.3: what breaks a line of the protocol is no address.
      if (![letter.to.address, server.fromAddress].every((address) => email.safeParse(address).success))
        return { failure: { kind: 'refused', said: 'The address is none that mail can be sent to.' }, final: true };
      if (server.webhook) return postMail(outgoing, { ...server, webhook: server.webhook }, letter, signal);
      try {
        await inTime(transportOf(server).sendMail(messageOf(server, letter)), patience, signal);
        return { failure: null };
      } catch (error) {
        return resultOf(error, server);
      }
    },
    close: () => {
      kept?.transport.close();
      kept = undefined;
    },
  };
}

function newTransport(
  { host, port, security, username, password }: MailServer,
  patience: number,
  pool: boolean,
): Transporter {
  return createTransport({
    host,
    port,
    ...(pool && { pool: true, maxConnections: limits.jobsAtOnce.value }),
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2' },
    ...(username !== null && { auth: { user: username, pass: password ?? '' } }),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
    // Nothing that stands in a mail may make this process read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
}

// Headers are made of parts, never of lines: what would break one is taken out (RFC 5322 section 2.2).
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function messageOf(server: MailServer, { to, subject, text, html, id }: Letter) {
  return {
    from: { name: oneLine(server.fromName), address: oneLine(server.fromAddress) },
    to: { name: oneLine(to.name), address: oneLine(to.address) },
    // Said once more, so that no address is read out of a name (RFC 5321 section 4.1.1.3).
    envelope: { from: oneLine(server.fromAddress), to: [oneLine(to.address)] },
    subject: oneLine(subject),
    text,
    html,
    messageId: `<${id}>`,
    // RFC 3834 section 5: nobody's machine answers it.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}

/** A server that lets bytes trickle is not waited for any longer than one that says nothing. */
async function inTime<Result>(work: Promise<Result>, patience: number, signal?: AbortSignal): Promise<Result> {
  const limit = AbortSignal.timeout(2 * patience);
  const either = signal ? AbortSignal.any([limit, signal]) : limit;
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    stop = () => reject(Object.assign(new Error('It took too long.'), { code: 'ETIMEDOUT' }));
    either.addEventListener('abort', stop, { once: true });
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    either.removeEventListener('abort', stop);
  }
}

interface SmtpError {
  readonly code?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
  readonly message?: unknown;
}

function resultOf(error: unknown, server: MailServer): SendResult {
  const failure = failureOf(error, server);
  const status = Number((error as SmtpError).responseCode);
  // RFC 5321 section 4.2.1: 5yz is final, but for what is about the login or the connection, which can be mended.
  return { failure, final: failure.kind === 'refused' && status >= 500 && status !== 530 };
}

/** Why it failed, in the words of the server: without the password, which some repeat as they heard it (RFC 4954, RFC 4616). */
function failureOf(error: unknown, { username, password }: MailServer): MailFailure {
  const { code, response, message } = error as SmtpError;
  const told = password ? [password, base64(password), base64(`\0${username ?? ''}\0${password}`)] : [];
  const words = told.reduce((text, secret) => text.replaceAll(secret, '…'), String(response ?? message ?? ''));
  const said = oneLine(words).slice(0, 300) || null;
  return { kind: kindOf(String(code), String(message)), said };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

function kindOf(code: string, message: string): MailFailure['kind'] {
  if (code === 'EDNS' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no_host';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login';
  if (/certificate|self.signed|altname/i.test(message)) return 'certificate';
  if (code === 'ETLS' || /wrong version number|ssl routines|STARTTLS/i.test(message)) return 'no_tls';
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'refused';
  if (
    ['ECONNECTION', 'ESOCKET', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPROTOCOL'].includes(code)
  )
    return 'no_answer';
  return 'other';
}
