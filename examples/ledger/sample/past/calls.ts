import { type Call, type CallId, type CallOf, calls, consoleClientId, licetApplication, limits } from '@licet/contract';
import type { Database } from '../../../../packages/server/src/store/kernel/database.ts';
import type { Caller, Context } from '../../../../packages/server/src/usecases/context.ts';
import type { Reply } from '../../../../packages/server/src/usecases/use-case.ts';
import { perform, requireAccess } from '../../../../packages/server/src/usecases/use-cases.ts';

export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A clock that the sample moves through the past, in milliseconds since 1970. */
export class Clock {
  now: number;

  constructor(now: number) {
    this.now = now;
  }

  /** The milliseconds that the database adds to its own clock. */
  readonly offset = (): number => Math.round(this.now - Date.now());
}

/**
 * Performs calls of the contract without a server, at the time of the clock. The calls write the facts, the events and
 * the audit chain exactly as a server does.
 */
export class Calls {
  readonly clock: Clock;
  readonly #parts: Omit<Context, 'caller' | 'origin'>;

  constructor(parts: Omit<Context, 'caller' | 'origin'>, clock: Clock) {
    this.#parts = parts;
    this.clock = clock;
  }

  get database(): Database {
    return this.#parts.database;
  }

  /** Performs a call as the operator, or as the user with this id. */
  async as<Id extends CallId>(who: string | 'operator', id: Id, input: CallInput = {}): Promise<Reply<CallOf<Id>>> {
    const caller = who === 'operator' ? operator : this.#userWith(who);
    const origin = { address: who === 'operator' ? null : addressOf(who), agent: null, requestId: 'sample' };
    return this.#perform(id, { ...this.#parts, caller, origin }, input);
  }

  /** Performs a call without a sign-in. */
  async anonymously<Id extends CallId>(id: Id, from: string, input: CallInput): Promise<Reply<CallOf<Id>>> {
    const origin = { address: addressOf(from), agent: agentOf(from), requestId: 'sample' };
    return this.#perform(id, { ...this.#parts, caller: { kind: 'anonymous' }, origin }, input);
  }

  async #perform<Id extends CallId>(id: Id, context: Context, input: CallInput): Promise<Reply<CallOf<Id>>> {
    try {
      const access = await requireAccess(id, context, input.params);
      return (await perform(id, context, access, validated(id, input))) as Reply<CallOf<Id>>;
    } catch (error) {
      const when = new Date(this.clock.now).toISOString();
      throw new Error(`The call ${id} of the past failed at ${when}: ${JSON.stringify(input)}`, { cause: error });
    }
  }

  #userWith(userId: string): Caller {
    const expiresAt = Math.floor(this.clock.now / 1000) + limits.accessTokenLifetime.value;
    const token = { version: 0, expiresAt };
    return {
      kind: 'user',
      userId,
      sessionId: sessionOf(userId),
      clientId: consoleClientId,
      audience: licetApplication,
      token,
    };
  }
}

const operator: Caller = { kind: 'operator' };

/** The id of a user's session in the console. */
export const sessionOf = (userId: string): string => `sample ${userId}`;

/** The network address of a user: an office, or a connection at home. The addresses are reserved for documentation (RFC 5737). */
export const addressOf = (user: string): string => {
  const place = placeOf(user);
  return place % 4 === 0 ? `203.0.113.${place % 250}` : `198.51.100.${10 + (place % 3)}`;
};

/** The browser of a user on a computer, and on a telephone. */
export const agentOf = (user: string): string => agents[placeOf(user) % agents.length] ?? '';
export const phoneOf = (user: string): string => phones[placeOf(user) % phones.length] ?? '';

/** A number that stays the same for a name or an id. */
const placeOf = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7);

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
];
const phones = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
];

/** Validates the input as the server does. */
function validated(id: CallId, { params = {}, query = {}, body }: CallInput) {
  const [noun = '', verb = ''] = id.split('.');
  const definition: Partial<Call> = (calls as unknown as Record<string, Record<string, Call>>)[noun]?.[verb] ?? {};
  return {
    params: definition.params?.parse(params),
    query: definition.query?.parse(query),
    body: definition.body?.parse(body),
  };
}
