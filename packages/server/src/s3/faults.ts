/** The faults of an object store: what happened, and what to do next. */
const faults = {
  address_wrong: ['it is not an address of an object store', 'Write it as s3://bucket/folder.'],
  bucket_missing: ['the bucket does not exist', 'Check its name and LICET_S3_ENDPOINT, or create it.'],
  object_missing: ['the object does not exist', 'Check its name: licet backup list shows the existing ones.'],
  object_there: ['it already exists and is not overwritten', 'Choose another name.'],
  access_denied: [
    'the credentials do not permit this',
    'Permit them to list the bucket, and to read, write and delete below the address.',
  ],
  credentials_wrong: [
    'the store does not know the credentials, or they have expired',
    'Check LICET_S3_ACCESS_KEY_ID and LICET_S3_SECRET_ACCESS_KEY, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  ],
  credentials_missing: [
    'the credentials are missing',
    'Set LICET_S3_ACCESS_KEY_ID and LICET_S3_SECRET_ACCESS_KEY, those of AWS, or give the machine a role.',
  ],
  clock_skewed: ['the clock of this machine differs from that of the store', 'Set it by NTP, then try again.'],
  region_wrong: ['the bucket is in another region', 'Set LICET_S3_REGION to that of the bucket.'],
  region_missing: ['the region is missing', 'Set LICET_S3_REGION to that of the bucket.'],
  endpoint_away: [
    'the store does not answer',
    'Check LICET_S3_ENDPOINT, its name in the DNS, and firewalls in between.',
  ],
  certificate_refused: [
    'the certificate of the store is not trusted',
    'Set NODE_EXTRA_CA_CERTS to the file with the certificate of its authority.',
  ],
  store_busy: ['the store failed or is overloaded', 'Try again later; its own log says more.'],
  too_large: ['it has more than 10,000 parts of 16 MiB', 'Write it to a folder, and copy it by other means.'],
  listing_endless: ['its listing does not end', 'Check that LICET_S3_ENDPOINT is the store, and what it contains.'],
  answer_too_large: ['its answer is too long', 'Check that LICET_S3_ENDPOINT is the store.'],
  no_checkpoint: ['it is longer than any checkpoint', 'Check who can write to the bucket, and remove it there.'],
  refused: ['the store refused it', 'Its own log says more.'],
} as const satisfies Readonly<Record<string, readonly [happened: string, next: string]>>;

export type S3Fault = keyof typeof faults;

/** A failed request to an object store. It does not contain the store's response, which may quote signed parts of the request. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: S3Fault;
  /** @param place the address, which contains no credentials */
  constructor(code: S3Fault, place: string, said = '') {
    const [happened, next] = faults[code];
    super(`${place} cannot be used: ${happened}${said && ` (${said})`}. ${next}`);
    this.code = code;
  }
}

/** What to do next about a fault of an object store; undefined for other codes. */
export const s3Next = (code: string): string | undefined =>
  code in faults ? `${faults[code as S3Fault][1]} docs/operations/keeping.md has more.` : undefined;

/** Converts the failure of a request. */
export function s3ErrorOf(place: string, error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  const { name, code, message, status } = detailsOf(error);
  for (const said of [name, code]) {
    const known = byName.get(said);
    if (known) return new S3Error(known, place, known === 'endpoint_away' ? said : '');
  }
  if (message === 'Region is missing') return new S3Error('region_missing', place);
  if (/CERT|TLS|SSL/.test(code)) return new S3Error('certificate_refused', place, code);
  if (status === 301) return new S3Error('region_wrong', place);
  if (status === 401 || status === 403) return new S3Error('access_denied', place);
  if (status >= 500) return new S3Error('store_busy', place, `${status}`);
  // The name of an error is a fixed word of the store. Its message is not used, because it may quote the request.
  const word = /^\w{1,60}$/.test(name) ? name : 'no reason given';
  return new S3Error('refused', place, status ? `${status} ${word}` : code || word);
}

function detailsOf(error: unknown) {
  const { name, code, message, $metadata } = (typeof error === 'object' && error !== null ? error : {}) as {
    readonly name?: unknown;
    readonly code?: unknown;
    readonly message?: unknown;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { name: text(name), code: text(code), message: text(message), status: $metadata?.httpStatusCode ?? 0 };
}

const named: Readonly<Partial<Record<S3Fault, readonly string[]>>> = {
  address_wrong: ['InvalidBucketName'],
  bucket_missing: ['NoSuchBucket'],
  object_missing: ['NoSuchKey', 'NotFound'],
  access_denied: ['AccessDenied', 'AllAccessDisabled', 'AccountProblem'],
  credentials_wrong: [
    'InvalidAccessKeyId',
    'SignatureDoesNotMatch',
    'InvalidToken',
    'ExpiredToken',
    'TokenRefreshRequired',
    'XAdminUserNotFound', // Versity's gateway
  ],
  credentials_missing: ['CredentialsProviderError'],
  clock_skewed: ['RequestTimeTooSkewed', 'RequestExpired'],
  region_wrong: ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException'],
  endpoint_away: [
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EPIPE',
    'TimeoutError',
    'AbortError',
    'ERR_STREAM_PREMATURE_CLOSE',
  ],
  store_busy: ['SlowDown', 'ServiceUnavailable', 'InternalError', 'XMinioServerNotInitialized'],
};
const byName = new Map(
  Object.entries(named).flatMap(([fault, names]) => names.map((name): [string, S3Fault] => [name, fault as S3Fault])),
);
