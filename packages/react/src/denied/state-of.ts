import { isInForce } from './draft.ts';
import type { Refusal } from './use-refusal.ts';
import type { Words } from './words.ts';

/**
 * The state of a refusal and of the user's request.
 *
 * - `permitted`: the action is permitted now.
 * - `refused`: the source accepts no requests, or the catalogue does not contain the name.
 * - `loading`: the decision is loading. `failed`: it could not be loaded.
 * - `askable`: the user can request access.
 * - `pending`, `approved`, `denied`: the state of the user's request. With `approved`, the access has not reached this page yet.
 */
export type RefusalState =
  | 'permitted'
  | 'refused'
  | 'loading'
  | 'failed'
  | 'askable'
  | 'pending'
  | 'approved'
  | 'denied';

export const stateOf = (refusal: Refusal): RefusalState => {
  const { permitted, explains, decision, error, loading, request, now } = refusal;
  if (permitted) return 'permitted';
  if (!explains) return 'refused';
  if (error && !decision && refusal.kind === 'permission') return 'failed';
  if (loading && !decision) return 'loading';
  if (decision && !decision.permission.known) return 'refused';
  if (request?.state === 'pending') return 'pending';
  if (request && isInForce(request, now)) return 'approved';
  return request?.state === 'denied' ? 'denied' : 'askable';
};

/**
 * Returns the reason of a refusal in three parts, the second of which is the name of the permission or role. If the
 * title of the panel names the permission, the reason does not say again that the action requires it.
 */
export const reasonOf = (refusal: Refusal, words: Words): readonly [before: string, name: string, after: string] => {
  const { kind, name, on, incomplete, decision, now } = refusal;
  if (name === '') return [words.takesAccess, '', ''];
  const { title } = decision?.permission ?? { title: '' };
  const isTitled = kind === 'permission' && title !== '' && title !== name;
  const [before, after] = isTitled ? ['', '.'] : words.takes(kind, on && cut(on));
  const more = decision
    ? [
        decision.permission.known ? '' : words.unknown,
        words.bringing(decision.roles),
        decision.heldUntil == null ? '' : words.heldUntil(decision.heldUntil, now),
      ]
    : [incomplete ? words.incomplete : ''];
  return [before, cut(name), [after, ...more.filter((text) => text !== '')].join(' ')];
};

const cut = (text: string): string => (text.length > 256 ? `${text.slice(0, 256)}…` : text);
