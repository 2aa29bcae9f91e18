import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '@licet/contract';
import { problemWith } from '../refusal.ts';

/**
 * Answers a request that Node could not parse, with problem details as everywhere. Then closes the connection, since
 * the beginning of the next request is unknown.
 */
export function answerUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const problem = problemFor(error.code);
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  else socket.destroy(error);
}

function problemFor(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problemWith('head_too_large', 'head_over_limit', {});
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problemWith('request_timeout', 'request_cut_off', {});
  return problemWith('invalid_request', 'not_http', {});
}
