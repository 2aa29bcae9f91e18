import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';

/** Called when a statement begins; returns a function to call when it ends, or nothing. */
export type StatementBegins = (text: string, name: string | undefined) => ((failed: boolean) => void) | undefined;

/**
 * Reports every statement of this process from now on, until the returned function is called. The driver is patched only during that time.
 */
export function traceStatements(begins: StatementBegins): () => void {
  const client = pg.Client.prototype as unknown as Record<'query', Asking>;
  const pool = pg.Pool.prototype as unknown as Record<'connect', Connecting>;
  const before = { query: client.query, connect: pool.connect };
  client.query = function (this: unknown, ...given: unknown[]) {
    const [statement] = given;
    const { text, name } = typeof statement === 'string' ? { text: statement } : (statement as Asked);
    // Does not trace a stream (COPY): it has no text here, or reports its end differently.
    const finish =
      typeof text === 'string' && !(statement instanceof Object && 'submit' in statement)
        ? begins(text, name)
        : undefined;
    if (!finish) return before.query.apply(this, given);
    const at = given.findIndex((it) => typeof it === 'function');
    if (at < 0) return watched(before.query.apply(this, given) as Promise<unknown>, finish);
    const answered = given[at] as (error: unknown, result: unknown) => void;
    const args = [...given];
    args[at] = (error: unknown, result: unknown) => {
      finish(Boolean(error));
      answered(error, result);
    };
    return before.query.apply(this, args);
  };
  // Restores the caller's async context. The pool calls a waiting caller back from the code that releases a connection,
  // which has a different context.
  pool.connect = function (this: unknown, answered?: Answered) {
    return before.connect.call(this, answered && AsyncResource.bind(answered));
  };
  return () => {
    client.query = before.query;
    pool.connect = before.connect;
  };
}

type Asking = (this: unknown, ...given: unknown[]) => unknown;
type Answered = (...given: unknown[]) => void;
type Connecting = (this: unknown, answered?: Answered) => unknown;
interface Asked {
  readonly text?: string;
  readonly name?: string;
}

function watched(result: Promise<unknown>, finish: (failed: boolean) => void): Promise<unknown> {
  result.then(
    () => finish(false),
    () => finish(true),
  );
  return result;
}
