import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { openGuard } from '../outgoing/guard.ts';
import type { MailServer } from './mail-server.ts';

/** Allows test servers on this machine. */
export const localGuard = openGuard({ allowed: ['127.0.0.0/8'] });

/** A real SMTP server that keeps the mails that it receives. */
export interface TestSmtp {
  readonly server: MailServer;
  /** The received mails, parsed. */
  readonly mails: Email[];
  /** The recipients of the envelope. */
  readonly recipients: string[];
  /** How the server handles the next mails. */
  mode: 'takes' | 'drops' | 'hangs' | 'refuses' | 'not now';
  /** The last mail to an address; waits until there is one. */
  mailTo(address: string, count?: number): Promise<Email>;
  /** The last mail to an address with that subject; waits until there is one. */
  mailAbout(address: string, subject: string): Promise<Email>;
  close(): Promise<void>;
}

export async function testSmtp(options: SMTPServerOptions = {}): Promise<TestSmtp> {
  const sockets = new Set<Socket>();
  const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: (_address, _session, done) => {
      if (it.mode === 'refuses') return done(refusal(550, 'No such mailbox'));
      if (it.mode === 'not now') return done(refusal(451, 'Try again later'));
      done();
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (it.mode === 'hangs') return;
        if (it.mode === 'drops') return sockets.forEach((socket) => void socket.destroy());
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          it.mails.push(mail);
          for (const { address } of session.envelope.rcptTo) it.recipients.push(address);
          done();
        }, done);
      });
    },
    ...options,
  });
  const waitFor = async (address: string, wanted: (mail: Email) => boolean, count: number) => {
    const isTo = ({ to }: Email) => to?.some((recipient) => recipient.address === address) === true;
    for (let tries = 0; tries < 3000; tries += 1) {
      const found = it.mails.filter((mail) => isTo(mail) && wanted(mail));
      const last = found.at(-1);
      if (last && found.length >= count) return last;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`No mail came to ${address}; there are ${it.mails.map(({ subject }) => subject).join(', ')}.`);
  };
  smtp.on('error', () => undefined);
  smtp.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const it: TestSmtp = {
    server: {
      host: '127.0.0.1',
      port,
      security: 'none',
      username: null,
      password: null,
      fromAddress: 'licet@harbour.example',
      fromName: 'Harbour Clinic',
      language: 'en',
    },
    mails: [],
    recipients: [],
    mode: 'takes',
    mailTo: (address, count = 1) => waitFor(address, () => true, count),
    mailAbout: (address, subject) => waitFor(address, (mail) => mail.subject === subject, 1),
    close: async () => {
      // Node.js 24.21 crashes when a socket below TLS is destroyed while the client refuses the certificate.
      if (!options.secure) for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  };
  return it;
}

/** The one-time link in the text of a mail. */
export const linkIn = ({ text = '' }: Email): string => /https?:\/\/\S+#token=\S+/.exec(text)?.[0] ?? '';
