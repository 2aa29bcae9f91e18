import { type CallId, callList } from '@licet/contract';
import { refuse } from '../refusal.ts';
import { readNow } from '../store/kernel/readNow.ts';
import { authorise } from './authorise.ts';
import type { Context } from './context.ts';
import { handlers } from './handlers.ts';

/** The validated input of some call. */
export interface AnyInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly ifMatch?: number | undefined;
  readonly lastEventId?: number | undefined;
}

/**
 * Whether a caller may make a call, by the contract and the parameters in its path: asked before anything else of it is looked at.
 * Changes ask once more under the writer lock.
 * @throws Refusal as {@link authorise}
 */
export async function requireAccess(id: CallId, { database, caller }: Context, params: unknown): Promise<void> {
  const { definition } = known.get(id) ?? noCall(id);
  if (definition.access.kind === 'anyone') return;
  await readNow(database, (snapshot) => authorise(snapshot, caller, id, params));
}

/**
 * Performs a call for whom {@link requireAccess} let in. The input must have been validated by the contract.
 * @throws Refusal whatever the contract declares for the call
 */
export async function perform(id: CallId, context: Context, input: AnyInput): Promise<unknown> {
  const { handler } = known.get(id) ?? noCall(id);
  return handler(context, { params: undefined, query: undefined, body: undefined, ifMatch: undefined, ...input });
}

const noCall = (id: string) => refuse('no_such_route', `There is no call ${id}.`);

// The contract holds the type of each input; by its name alone a call is one of many.
type AnyHandler = (context: Context, input: AnyInput) => Promise<unknown>;

const known = new Map(
  callList.map(([id, definition]) => {
    const [noun = '', verb = ''] = id.split('.');
    const nouns = handlers as unknown as Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>;
    const handler = nouns[noun]?.[verb] ?? (() => refuse('internal', `The call ${id} has no use case.`));
    return [id, { definition, handler }] as const;
  }),
);
