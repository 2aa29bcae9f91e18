import type { Socket } from 'node:net';
import { limits } from '@licet/contract';
import { Client, type Entry, type Filter, type SearchOptions } from 'ldapts';
import { failure, type OpenSocket, OutgoingError } from '../../outgoing/guard.ts';
import { type Encryption, openSecureSocket } from './secure-socket.ts';

/** One connection to a directory for one task. It is closed afterwards, and never reopened. */
export interface Session {
  readonly socket: Socket;
  /**
   * Whether the directory accepts the password for the entry. An empty password is never sent, because directories
   * would accept it as an anonymous bind.
   */
  bind(dn: string, password: string): Promise<boolean>;
  /** Active Directory's reason for its last refusal, for administrators and never for the person who signs in. */
  refusedFor(): string | undefined;
  /** Returns at most `most` entries, and follows no referral. */
  search(base: string, what: Search, most: number): Promise<Entry[]>;
  /** All entries, page by page (RFC 2696). */
  pages(base: string, what: Search): AsyncGenerator<Entry[]>;
  close(): void;
}

export interface Search {
  readonly filter: Filter;
  readonly attributes: readonly string[];
  readonly scope?: 'base' | 'sub';
}

/** A result code of a directory (RFC 4511 section 4.1.9) that means neither success nor a refused password. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  readonly code: number;
  constructor(code: number, cause: unknown) {
    super(`The directory answered with the result code ${code}.`, { cause });
    this.code = code;
  }
}

/** A search found no entry of the requested class. The caller must not act on such an empty result. */
export class NoEntries extends Error {
  override readonly name = 'NoEntries';
  readonly class: string;
  constructor(ofClass: string) {
    super(`There is no entry of the class ${ofClass}.`);
    this.class = ofClass;
  }
}

/** @throws OutgoingError, NoStartTls */
export async function openSession(
  openSocket: OpenSocket,
  settings: Encryption,
  signal: AbortSignal,
  mostBytes: number = limits.ldapAnswer.value,
): Promise<Session> {
  const { host } = new URL(settings.url);
  const socket = await openSecureSocket(openSocket, settings, signal);
  let broken: OutgoingError | undefined;
  const breakOff = (reason: 'too_slow' | 'too_large') => {
    broken ??= failure(reason, host);
    socket.destroy();
  };
  const onAbort = () => breakOff('too_slow');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  let used = false;
  const client = new Client({
    url: 'ldap://directory.invalid',
    // Allows the client only this verified connection. When it is lost, the task fails.
    createConnection: (() => {
      if (used || socket.destroyed) throw failure('unreachable', host);
      used = true;
      return socket;
    }) as typeof import('node:net').connect,
  });
  let read = 0;
  socket.on('data', (data: Buffer) => {
    read += data.length;
    if (read > mostBytes) breakOff('too_large');
  });
  const described = (error: unknown): unknown => {
    if (broken) return broken;
    if (error instanceof OutgoingError) return error;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return typeof code === 'number' ? new DirectoryError(code, error) : failure('unreachable', host, error);
  };
  // If the connection is already half closed when the client starts, the client waits forever. So a closed connection
  // counts as no answer.
  const closed = new Promise<never>((_, end) => socket.once('close', () => end(failure('unreachable', host))));
  closed.catch(() => undefined);
  const asked = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await Promise.race([ask(), closed]);
    } catch (error) {
      throw described(error);
    }
  };
  const optionsOf = ({ filter, attributes, scope = 'sub' }: Search): SearchOptions => ({
    scope,
    filter,
    attributes: [...attributes],
    derefAliases: 'never',
    explicitBufferAttributes: ['objectGUID'],
  });
  let refusedFor: string | undefined;
  return {
    socket,
    refusedFor: () => refusedFor,
    bind: async (dn, password) => {
      // The client takes some names without “=”, “@” or “\” for names of SASL mechanisms.
      if (password === '' || !/[=@\\]/.test(dn)) return false;
      try {
        await asked(() => client.bind(dn, password));
        return true;
      } catch (error) {
        if (!(error instanceof DirectoryError && refusals.has(error.code))) throw error;
        refusedFor = /AcceptSecurityContext error, data ([0-9a-f]+),/.exec(messageOf(error.cause))?.[1];
        return false;
      }
    },
    search: async (base, what, most) => {
      const { searchEntries } = await asked(() => client.search(base, { ...optionsOf(what), sizeLimit: most }));
      return searchEntries;
    },
    pages: async function* (base, what) {
      const pages = client.searchPaginated(base, { ...optionsOf(what), timeLimit: 0, paged: { pageSize: atOnce } });
      for (;;) {
        const { done, value } = await asked(() => pages.next());
        if (done) return;
        yield value.searchEntries;
      }
    },
    close: () => {
      signal.removeEventListener('abort', onAbort);
      // Tries to unbind, without waiting for it.
      client.unbind().catch(() => undefined);
      setImmediate(() => socket.destroy());
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/**
 * The result codes by which directories refuse a password: wrong or closed entry (invalidCredentials), no password
 * (inappropriateAuthentication), too many attempts (constraintViolation), change required (unwillingToPerform), not permitted
 * (insufficientAccessRights), and no such entry.
 */
const refusals: ReadonlySet<number> = new Set([19, 32, 34, 48, 49, 50, 53]);
const atOnce = 500;
