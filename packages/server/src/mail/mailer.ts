import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { email, emailForServers, limits, type MailFailure } from '@licet/contract';
import { createTransport, type Transporter } from 'nodemailer';
import { type Guard, OutgoingError, openGuard, socketsBy } from '../outgoing/guard.ts';
import { createOutgoing, type Outgoing } from '../outgoing/outgoing.ts';
import type { Letter, Mailer, MailServer, SendResult } from './mail-server.ts';
import { failureToReach, postMail } from './webhook.ts';

export interface MailerOptions {
  /** Milliseconds to wait for a mail server. */
  readonly patience?: number;
  /** Checks the address of a mail server that is set in the console. */
  readonly guard?: Guard;
  readonly outgoing?: Outgoing;
}

/** Sends mails, by SMTP or to a webhook. It keeps a few connections open for the following mails. */
export function openMailer(
  fromEnvironment: MailServer | undefined,
  {
    patience = limits.mailPatience.value,
    guard = openGuard({}),
    outgoing = createOutgoing({ guard }),
  }: MailerOptions = {},
): Mailer {
  // A server from the environment may be at any address, because the operator chose it. The address of one from the
  // console is restricted, because its author may have no access to the network of this machine.
  const guardOf = (server: MailServer) => (server === fromEnvironment ? undefined : guard);
  let kept: { readonly key: string; readonly transport: Transporter } | undefined;
  const transportOf = (server: MailServer) => {
    const key = JSON.stringify(server);
    if (kept?.key !== key) {
      kept?.transport.close();
      kept = { key, transport: newTransport(server, patience, guardOf(server), true) };
    }
    return kept.transport;
  };
  return {
    fromEnvironment,
    check: async (server) => {
      if (server.webhook) return null; // a webhook is called only with mails, so there is nothing to check
      const transport = newTransport(server, patience, guardOf(server), false);
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
      // RFC 5321 section 4.1.1.3: only valid addresses, so that none can inject a line into the protocol.
      if (![letter.to.address, server.fromAddress].every((address) => email.safeParse(address).success))
        return { failure: { kind: 'refused', said: 'Mail cannot be sent to this address.' }, final: true };
      const fromAddress = emailForServers(server.fromAddress);
      const sent = { ...letter, to: { ...letter.to, address: emailForServers(letter.to.address) } };
      if (server.webhook) return postMail(outgoing, { ...server, fromAddress, webhook: server.webhook }, sent, signal);
      try {
        await inTime(transportOf(server).sendMail(messageOf({ ...server, fromAddress }, sent)), patience, signal);
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
  guard: Guard | undefined,
  pool: boolean,
): Transporter {
  const most = { maxConnections: limits.jobsAtOnce.value, maxMessages: limits.mailsOnOneConnection.value };
  return createTransport({
    host,
    port,
    getSocket: socketGetter({ host, port }, patience, guard),
    ...(pool && { pool: true, ...most }),
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2' },
    ...(username !== null && { auth: { user: username, pass: password ?? '' } }),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
    // Nothing in a mail may make nodemailer read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
}

type GotSocket = (error: Error | null, options?: { readonly connection: Duplex }) => void;

/** Opens the connections of a transport, for nodemailer. */
function socketGetter(
  { host, port }: Pick<MailServer, 'host' | 'port'>,
  patience: number,
  guard = openGuard(anywhere),
) {
  const open = socketsBy(guard);
  return (_options: unknown, done: GotSocket) => {
    // Limits only the opening; afterwards the transport's own time limits apply.
    const opening = new AbortController();
    const late = setTimeout(() => opening.abort(), patience);
    open({ hostname: host, port, plain: false }, opening.signal)
      .finally(() => clearTimeout(late))
      .then((socket) => done(null, { connection: new BoundedSocket(socket) }), done);
  };
}

/**
 * A connection that is destroyed when it receives more than mail servers send. The SMTP client queues all lines outside
 * a reply without a limit, and processes the queue even after the connection was closed. So this counts the bytes below
 * TLS, before the client gets them. It counts each chunk, because millions of empty lines could arrive between two
 * periodic checks.
 */
class BoundedSocket extends Duplex {
  readonly #socket: Socket;
  #left = limits.mailAnswers.value;

  constructor(socket: Socket) {
    super({ allowHalfOpen: false });
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#left -= bytes.length;
      if (this.#left < 0) this.destroy();
      else if (!this.push(bytes)) socket.pause();
    });
    socket.pause();
    socket.on('end', () => this.push(null));
    socket.on('timeout', () => this.emit('timeout'));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  setTimeout(milliseconds: number): this {
    this.#socket.setTimeout(milliseconds);
    return this;
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(bytes: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#socket.write(bytes, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}

const anywhere = { allowed: ['0.0.0.0/0', '::/0'] };

// Removes line breaks, so that no value can add a header line (RFC 5322 section 2.2).
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function messageOf(server: MailServer, { to, subject, text, html, id }: Letter) {
  return {
    from: { name: oneLine(server.fromName), address: oneLine(server.fromAddress) },
    to: { name: oneLine(to.name), address: oneLine(to.address) },
    // Sets the envelope explicitly, so that no address is parsed out of a name (RFC 5321 section 4.1.1.3).
    envelope: { from: oneLine(server.fromAddress), to: [oneLine(to.address)] },
    subject: oneLine(subject),
    text,
    html,
    messageId: `<${id}>`,
    // RFC 3834 section 5: asks for no automatic reply.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}

/** Limits the whole time, so that a server that sends bytes slowly gets no more time than a silent one. */
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
  // RFC 5321 section 4.2.1: 5yz is final. An error of the login or the connection is not, because it can be corrected.
  return { failure, final: failure.kind === 'refused' && status >= 500 && status !== 530 };
}

/**
 * Returns the failure with the server's own message. The password is removed, because some servers repeat it (RFC 4954,
 * RFC 4616).
 */
function failureOf(error: unknown, { username, password }: MailServer): MailFailure {
  const unsent = error instanceof Error && error.cause instanceof OutgoingError ? error.cause : error;
  if (unsent instanceof OutgoingError) return failureToReach(unsent);
  const { code, response, message } = error as SmtpError;
  const secrets = password ? [password, base64(password), base64(`\0${username ?? ''}\0${password}`)] : [];
  const words = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), String(response ?? message ?? ''));
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
