import type { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type Answer, answers } from '../../http/problems.ts';
import { traceStatements } from '../../store/kernel/trace-statements.ts';
import { withoutValues } from '../../store/watching/statements.ts';
import { type CallMade, callsMade } from '../../usecases/use-case.ts';
import { beginChild, beginTrace, current, end, type Span, settle, spanKind, traceIdIn } from './spans.ts';

/** Node.js's messages about incoming requests, on its own diagnostics channels. */
interface Incoming {
  readonly request: IncomingMessage;
}
interface Outgoing {
  readonly request: ClientRequest;
  readonly response?: IncomingMessage;
}

/**
 * Records spans from messages that the parts of the server and Node.js publish anyway, until the returned function is called. Attributes
 * contain only names from the code. They contain nothing that a client sent: no paths, no queries, no values of statements.
 */
export function listenForSpans(share: number, keep: (spans: readonly Span[]) => void): () => void {
  const ends = [
    requests(share, keep),
    calls(keep),
    traceStatements((text, name) => statement(text, name, keep)),
    outgoing(keep),
  ];
  return () => {
    for (const stop of ends) stop();
  };
}

function requests(share: number, keep: (spans: readonly Span[]) => void): () => void {
  const open = new WeakMap<object, Span>();
  const begun = (message: unknown) => {
    const { request } = message as Incoming;
    // Decides by a random number and not by the trace id. The caller chooses that id, but must not choose whether the
    // trace is recorded.
    if (Math.random() >= share) return current.enterWith(undefined as unknown as Span);
    const span = beginTrace('request', traceIdIn(request.headers.traceparent));
    open.set(request, span);
    current.enterWith(span);
  };
  const answered = ({ request, operation, status, seconds, method }: Answer) => {
    const span = request && open.get(request);
    if (!span) return;
    span.name = operation;
    span.failed = status >= 500;
    span.attributes = {
      ...(method && { 'http.request.method': method }),
      'http.route': operation,
      'http.response.status_code': status,
    };
    end(span, keep);
    // Streams are left out because they last as long as their readers, and health checks because load balancers send one every second.
    settle(span, seconds !== undefined && !/^\/(healthz|readyz)$/.test(operation), keep);
  };
  subscribe('http.server.request.start', begun);
  const unheard = answers.subscribe(answered);
  return () => {
    unsubscribe('http.server.request.start', begun);
    unheard();
  };
}

function calls(keep: (spans: readonly Span[]) => void): () => void {
  const spans = new WeakMap<CallMade, Span>();
  const within = (call: CallMade): CallMade => {
    const span = beginChild(spanKind.internal, call.id, { 'licet.call': call.id });
    if (span) spans.set(call, span);
    return span as unknown as CallMade; // undefined outside a request, the same as without telemetry
  };
  const finish = (call: CallMade) => {
    const span = spans.get(call);
    if (span) end(span, keep);
  };
  const handlers = {
    start: () => undefined,
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: finish,
    error: () => undefined,
  };
  // Node.js types the published message as the stored value, but the transform makes it a span.
  const store = current as AsyncLocalStorage<unknown> as AsyncLocalStorage<CallMade>;
  callsMade.start.bindStore(store, within);
  callsMade.subscribe(handlers);
  return () => {
    callsMade.start.unbindStore(store);
    callsMade.unsubscribe(handlers);
  };
}

function statement(text: string, name: string | undefined, keep: (spans: readonly Span[]) => void) {
  const summary = name ?? summaryOf(text);
  const span = beginChild(spanKind.client, summary, { 'db.system.name': 'postgresql', 'db.query.summary': summary });
  return (
    span &&
    ((failed: boolean) => {
      span.failed = failed;
      end(span, keep);
    })
  );
}

function outgoing(keep: (spans: readonly Span[]) => void): () => void {
  const open = new WeakMap<object, Span>();
  const begun = (message: unknown) => {
    const { request } = message as Outgoing;
    const attributes = { 'http.request.method': request.method, 'server.address': request.host };
    const span = beginChild(spanKind.client, request.method, attributes);
    if (span) open.set(request, span);
  };
  const finish = (failed: boolean) => (message: unknown) => {
    const { request, response } = message as Outgoing;
    const span = open.get(request);
    if (!span) return;
    const status = response?.statusCode;
    if (status !== undefined) span.attributes = { ...span.attributes, 'http.response.status_code': status };
    span.failed = failed || (status ?? 0) >= 400;
    end(span, keep);
  };
  const heard = { start: begun, finish: finish(false), error: finish(true) };
  subscribe('http.client.request.start', heard.start);
  subscribe('http.client.response.finish', heard.finish);
  subscribe('http.client.request.error', heard.error);
  return () => {
    unsubscribe('http.client.request.start', heard.start);
    unsubscribe('http.client.response.finish', heard.finish);
    unsubscribe('http.client.request.error', heard.error);
  };
}

/** The same statements repeat, so their summaries are cached. */
const summaries = new Map<string, string>();
function summaryOf(text: string): string {
  const known = summaries.get(text);
  if (known !== undefined) return known;
  const summary = withoutValues(text).slice(0, 80);
  if (summaries.size < 2000) summaries.set(text, summary);
  return summary;
}
