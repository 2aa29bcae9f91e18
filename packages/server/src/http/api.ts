import { Readable } from 'node:stream';
import { type Call, type CallId, callList, limits } from '@licet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../client-address.ts';
import { EventStream } from '../live/stream.ts';
import { problemWith, Refusal, refuse } from '../refusal.ts';
import type { Caller, Context } from '../usecases/context.ts';
import { perform, requireAccess } from '../usecases/use-cases.ts';
import { leaveBodiesUnread, passBy, readBody } from './body.ts';
import { allowOrigin, answerPreflights } from './headers.ts';
import { noteUndeclared, problemFrom, sendProblem } from './problems.ts';
import { type InTurn, turnsOfCallers } from './turns.ts';
import { validate } from './validate.ts';

/** The dependencies of the API: the context of its calls, except caller and origin, which each request determines. */
export interface ApiParts extends Omit<Context, 'caller' | 'origin' | 'disconnected'> {
  /** Identifies the caller; throws a Refusal for invalid credentials. */
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  /** Whether the origin is a registered web origin of any client, so that CORS allows it. */
  readonly webOrigin: (origin: string) => Promise<boolean>;
  /** Whether to serve the network's calls only, or also those of the operator's socket. */
  readonly audience: 'network' | 'operator';
}

/** Registers every call of the contract under `/api/v1`. */
export async function registerApi(app: FastifyInstance, parts: ApiParts): Promise<void> {
  const inTurn = turnsOfCallers();
  await app.register(async (scope) => {
    leaveBodiesUnread(scope);
    answerPreflights(scope, parts);
    for (const [id, definition] of callList) {
      if (definition.access.kind === 'operator' && parts.audience === 'network') continue;
      scope.route({
        method: definition.method,
        url: `/api/v1${definition.path}`,
        config: { call: id },
        // No HEAD for streams: it would produce the whole stream although nothing reads it.
        exposeHeadRoute: definition.stream === undefined,
        ...(definition.access.kind === 'anyApplicationToken'
          ? { onRequest: (request, reply) => allowOrigin(request, reply, parts) }
          : {}),
        handler: (request, reply) => serve(id, definition, { ...parts, inTurn }, request, reply),
      });
    }
  });
}

/** The methods of the calls at an address, to distinguish a wrong method from a wrong address. */
export function methodsAt(path: string): readonly string[] {
  return addresses.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}

const addresses = callList
  .filter(([, { access }]) => access.kind !== 'operator')
  .map(([, { method, path }]) => ({ method, pattern: new RegExp(`^/api/v1${path.replace(/:[a-zA-Z]+/g, '[^/]+')}$`) }));

const nobodyKnown = { kind: 'anonymous' } as const;

interface Parts extends ApiParts {
  readonly inTurn: InTurn;
}

/** Serves a call. Reads the body only after the caller is authorised. */
async function serve(id: CallId, definition: Call, parts: Parts, request: FastifyRequest, reply: FastifyReply) {
  const disconnected = disconnectSignal(reply);
  try {
    // A call without authorisation ignores tokens: an expired one must not prevent a user from setting a password.
    const caller = definition.access.kind === 'anyone' ? nobodyKnown : await parts.authenticate(request);
    const origin = {
      address: clientAddress(request.ip),
      agent: request.headers['user-agent']?.slice(0, 300) ?? null,
      requestId: request.id,
    };
    const { authenticate: _, webOrigin: __, audience: ___, inTurn, ...rest } = parts;
    const context = { ...rest, caller, origin, disconnected };
    const letIn = await requireAccess(id, context, request.params);
    const begun = performance.now();
    const body = await readBody(definition, request);
    const heldBack = performance.now() - begun > limits.bodyHeldBack.value;
    const access = heldBack ? await requireAccess(id, context, request.params) : letIn;
    const input = validate(definition, {
      params: request.params,
      query: request.query,
      body,
      ifMatch: request.headers['if-match'],
      lastEventId: request.headers['last-event-id'],
    });
    const comes = performance.now();
    const result = await inTurn(caller, async () => {
      // Does nothing if the caller disconnected while waiting. Rights are checked now, not when the call arrived.
      if (request.raw.socket.destroyed) refuse('request_timeout', 'connection_closed', {});
      const waited = performance.now() - comes > limits.bodyHeldBack.value;
      return perform(id, context, waited ? await requireAccess(id, context, request.params) : access, input);
    });
    return await present(definition, request, reply, result);
  } catch (error) {
    // If the caller disconnected, a refusal of the interrupted work is not a fault of Licet.
    const problem = problemFrom(
      disconnected.aborted && error instanceof Refusal ? disconnected.reason : error,
      request,
    );
    noteUndeclared(definition, problem, request);
    passBy(request);
    return sendProblem(request, reply, problem);
  }
}

/** Aborts, with a refusal, when the connection closes before the answer was sent. */
function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) disconnected.abort(new Refusal(problemWith('request_timeout', 'connection_closed', {})));
  });
  return disconnected.signal;
}

async function present(definition: Call, request: FastifyRequest, reply: FastifyReply, result: unknown) {
  reply.code(definition.status).header('cache-control', 'no-store');
  // Tells a proxy not to buffer, because events must arrive immediately.
  if (definition.stream === 'text/event-stream') reply.header('x-accel-buffering', 'no');
  if (definition.stream) {
    if (definition.stream === 'application/octet-stream' || definition.stream === 'application/pdf')
      return reply.type(definition.stream).send(Readable.from(result as AsyncIterable<Uint8Array>));
    const pieces = result as AsyncIterable<string>;
    const sent = definition.stream === 'text/event-stream' ? pieces : toTheEnd(definition, request, pieces);
    const body = Readable.from(sent);
    if (sent instanceof EventStream) sent.onDrop(() => body.destroy());
    return reply.type(`${definition.stream}; charset=utf-8`).send(body);
  }
  if (definition.status === 204 || definition.status === 202) return reply.send();
  const checked = definition.reply?.safeParse(result);
  if (checked && !checked.success) {
    request.log.error({ issues: checked.error.issues.slice(0, 5) }, 'A reply does not fit the contract.');
    return sendProblem(request, reply, problemWith('internal', 'answer_broken', {}));
  }
  const version = typeof result === 'object' && result !== null && 'version' in result ? result.version : undefined;
  if (typeof version === 'number') reply.header('etag', `"${version}"`);
  return reply.send(result);
}

/**
 * Adds a failure as the last line of an NDJSON stream, if the contract allows a problem there. Otherwise the stream
 * breaks off. The log has the reason in both cases. Event streams are not wrapped, because a generator that waits for
 * the next event cannot be ended when its reader disconnects.
 */
async function* toTheEnd(definition: Call, request: FastifyRequest, pieces: AsyncIterable<string>) {
  try {
    yield* pieces;
  } catch (error) {
    const said = { problem: problemFrom(error, request) };
    if (definition.stream !== 'application/x-ndjson' || !definition.reply?.safeParse(said).success) throw error;
    yield `${JSON.stringify(said)}\n`;
  }
}
