/** An error in the format of problem details (RFC 9457). */
export interface Problem {
  /** The stable code for the kind of error. */
  readonly title: string;
  /** Says what happened, and to what. */
  readonly detail?: string;
  /** Says what to do next. */
  readonly next?: string;
  /** Identifies the sentence in `detail`. A translation can build its own sentence with the same `values`. */
  readonly reason?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * An error that can be shown to the user. `message` says what happened and what to do next. `code` is stable. It is a
 * code of Licet's error catalogue, or one of these codes of the package: `unreachable`, `no_browser`,
 * `insecure_context`, `storage_blocked`, `origin_not_listed`, `redirected`, `signed_out`, `sign_in_refused`,
 * `state_unknown`, `answer_invalid`, `session_ended`, `signed_out_elsewhere`, `request_failed`.
 *
 * @example
 * import { type Licet, LicetError } from '@licet/client';
 *
 * async function ask(licet: Licet) {
 *   try {
 *     await licet.explain.ask({ permission: 'invoices.refund', reason: 'Credit note 17', seconds: 3600 });
 *   } catch (error) {
 *     if (error instanceof LicetError) alert(error.message);
 *   }
 * }
 */
export class LicetError extends Error {
  override readonly name = 'LicetError';
  declare readonly code: string;
  declare readonly title: string;
  declare readonly detail: string | undefined;
  declare readonly next: string | undefined;
  declare readonly reason: string | undefined;
  declare readonly values: Readonly<Record<string, unknown>> | undefined;

  constructor(code: string, problem: Problem, options?: ErrorOptions) {
    super([problem.detail || problem.title, problem.next].filter(Boolean).join(' '), options);
    Object.assign(this, problem, { code });
  }
}

/**
 * Waits for a part of this package that is loaded when it is first needed.
 * @throws LicetError `unreachable`
 */
export const loaded = async <Part>(part: Promise<Part>): Promise<Part> => {
  try {
    return await part;
  } catch (cause) {
    throw new LicetError('unreachable', { title: 'No answer.', next: 'Check the network and try again.' }, { cause });
  }
};

/**
 * Sends a request. Converts a network failure to an error with a readable message.
 * @throws LicetError `unreachable`
 */
export const reach = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request);
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    const { host, origin } = new URL(request.url);
    const detail = `${host} cannot be reached.`;
    const next = `Check the network and try again.${adviceFor(origin)}`;
    throw new LicetError('unreachable', { title: 'No answer.', detail, next }, { cause });
  }
};

/**
 * Returns advice for both possible causes. A browser does not reveal whether a host is unreachable or does not allow
 * this page's origin (CORS).
 */
const adviceFor = (origin: string): string =>
  globalThis.location && location.origin !== origin && navigator.onLine
    ? ` Or ${location.origin} is missing in the client’s web origins in Licet, or that API’s CORS.`
    : '';

/** Returns the error for a response whose status is not 2xx. */
export const problemOf = async (response: Response): Promise<LicetError> => {
  const body = await jsonOf(response);
  const texts = Object.entries(body).filter(
    ([name, text]) => /^(title|detail|next|reason)$/.test(name) && typeof text === 'string',
  );
  const code = typeof body.code === 'string' ? body.code : 'request_failed';
  return new LicetError(code, {
    title: `The answer was ${response.status}.`,
    ...Object.fromEntries(texts),
    values: { ...(body.values as object) },
  });
};

/** Returns the JSON object in a response, or an empty object if there is none. */
export const jsonOf = async (response: Response): Promise<Readonly<Record<string, unknown>>> => {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => 0);
  return { ...(body as object) };
};
