/** Why nothing came of a request to another server. `message` is a sentence that names it. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly reason: OutgoingReason;
  constructor(reason: OutgoingReason, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.reason = reason;
  }
}

export type OutgoingReason =
  | 'blocked'
  | 'not_https'
  | 'unknown_host'
  | 'unreachable'
  | 'certificate'
  | 'too_slow'
  | 'too_large'
  | 'redirected'
  | 'broken';

/** What went wrong between two machines, by the codes of Node and OpenSSL. */
export function reasonOf(error: unknown): OutgoingReason {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^E(NOTFOUND|AI_AGAIN|NODATA)$/.test(code)) return 'unknown_host';
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return 'certificate';
  if (/^(ECONN|EHOST|ENET|EADDR|ETIMEDOUT|EPIPE|ESOCKET)/.test(code)) return 'unreachable';
  return 'broken';
}

const sentences: Readonly<Record<OutgoingReason, (host: string) => string>> = {
  blocked: (host) => blockedSentence(host, 'elsewhere than the public internet'),
  not_https: (host) => `${host} is not called without TLS. Its address begins with https://.`,
  unknown_host: (host) => `${host} is not known: no address belongs to that name.`,
  unreachable: (host) => `${host} cannot be reached: it takes no connection.`,
  certificate: (host) => `The certificate of ${host} is not one to trust.`,
  too_slow: (host) => `${host} took too long to answer.`,
  too_large: (host) => `${host} sent more than is read of an answer.`,
  redirected: (host) => `${host} sends on to elsewhere, which is not followed.`,
  broken: (host) => `${host} did not answer as a web server does.`,
};

/** Names what the host leads to, and what whoever runs this server can do. */
export const blockedSentence = (host: string, kind: string): string =>
  `${host} leads to ${kind}, which this server does not call. Whoever runs it can allow the host (LICET_ALLOW_OUTGOING).`;

export const failure = (reason: OutgoingReason, host: string, cause?: unknown): OutgoingError =>
  new OutgoingError(reason, sentences[reason](host), cause);
