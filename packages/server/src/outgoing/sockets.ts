import { isIP, connect as open, type Socket } from 'node:net';
import type { Guard } from './guard.ts';
import { failure, OutgoingError, reasonOf } from './outgoing-error.ts';

/** The destination of a connection that is not HTTP. */
export interface Endpoint {
  readonly hostname: string;
  readonly port: number;
  /** Whether the connection is unencrypted. */
  readonly plain: boolean;
}

/** Opens a connection to an address that may be called. @throws OutgoingError */
export type OpenSocket = (to: Endpoint, signal: AbortSignal) => Promise<Socket>;

export const socketsBy =
  (guard: Guard): OpenSocket =>
  async ({ hostname, port, plain }, signal) => {
    const host = `${hostname}:${port}`;
    const lookup = guard({ hosts: [host, hostname], literal: hostname, plain });
    const bare = hostname.replace(/^\[|\]$/g, '');
    try {
      return await new Promise<Socket>((opened, failed) => {
        const socket = open({ host: bare, port, ...(isIP(bare) === 0 && { lookup }), signal, noDelay: true });
        socket.once('error', failed);
        socket.once('connect', () => {
          socket.off('error', failed);
          opened(socket);
        });
      });
    } catch (error) {
      if (error instanceof OutgoingError) throw error;
      throw failure(signal.aborted ? 'too_slow' : reasonOf(error), host, error);
    }
  };
