import { type AccessRequest, erasedName, erasedUsername } from '@licet/contract';
import { words } from './words.ts';

/** A text that was recorded, with what stands in it for a person who was erased in the language of this page. */
export const spoken = (text: string): string => text.replaceAll(erased, () => words.erased);

/** A request, with the people in it and what they wrote in the language of this page. */
export const spokenRequest = <Request extends AccessRequest>(request: Request): Request => {
  const { user, reason, place, decision } = request;
  const asker = user.name === erasedName ? { ...user, name: words.erased, detail: '' } : user;
  const by = decision?.by ? { ...decision.by, name: spoken(decision.by.name) } : null;
  return {
    ...request,
    user: asker,
    reason: spoken(reason),
    place: spoken(place),
    decision: decision && { ...decision, by, note: spoken(decision.note) },
  };
};

/** Who gave or asked for something, as it was recorded by name alone: the operator has none. */
export const doer = (name: string): string => (name === 'operator' ? words.operatorBeside : spoken(name));

const erased = new RegExp(`${erasedName}(?: \\(${erasedUsername}\\))?`, 'g');
