import type { HostFault, Network } from '@licet/contract/reasons';
import { type Finding, finding } from '../refusal.ts';

/** The called host, and why the call failed: a fault, or the network that the host is in. */
export type OutgoingFailure =
  | { readonly host: string; readonly fault: HostFault }
  | { readonly host: string; readonly network: Network };

/** A failed request to another server. `message` is a sentence that names the server. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly why: OutgoingFailure;
  readonly reason: OutgoingReason;
  constructor(why: OutgoingFailure, cause?: unknown) {
    super(findingOf(why).sentence, { cause });
    this.why = why;
    this.reason = 'network' in why ? 'blocked' : why.fault;
  }
}

export type OutgoingReason = 'blocked' | HostFault;

/** The fault of the connection, by the error codes of Node and OpenSSL. */
export function reasonOf(error: unknown): HostFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^E(NOTFOUND|AI_AGAIN|NODATA)$/.test(code)) return 'unknown_host';
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return 'certificate';
  if (/^(ECONN|EHOST|ENET|EADDR|ETIMEDOUT|EPIPE|ESOCKET)/.test(code)) return 'unreachable';
  return 'broken';
}

export const failure = (fault: HostFault, host: string, cause?: unknown): OutgoingError =>
  new OutgoingError({ host, fault }, cause);

export const findingOf = (why: OutgoingFailure): Finding =>
  'network' in why ? finding('host_not_called', why) : finding('host_failed', why);
