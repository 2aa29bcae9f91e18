import type { TokenAccess } from '../../store/access/effective.ts';

// What a token will carry is read with the user whom it is for, by one statement: so the request computes it from the snapshot in which
// the user is active and the session goes on.

interface Beforehand {
  readonly sub: string;
  readonly application: string;
  readonly access: TokenAccess;
}

const requests = new WeakMap<object, Beforehand>();

/** Keeps what was read for a request. */
export const keepAccess = (ctx: object, read: Beforehand): void => void requests.set(ctx, read);

/** Takes it, once, when it is about that user and that application. */
export function takeAccess(ctx: object, sub: string, application: string): TokenAccess | undefined {
  const read = requests.get(ctx);
  requests.delete(ctx);
  return read?.sub === sub && read.application === application ? read.access : undefined;
}
