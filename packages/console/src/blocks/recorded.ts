import { type AccessRequest, erasedName, erasedUsername } from '@licet/contract';
import { givenTitle } from './roles.ts';
import { words } from './words.ts';

/**
 * A recorded text for display. Replaces the placeholder that an erasure left by words in the page's language. No user
 * can have the placeholder as a name.
 */
export const recordedText = (text: string): string => text.replaceAll(erased, () => words.erased);

/** A request, with erased people and Licet's own permissions in the language of this page. */
export const recordedRequest = <Request extends AccessRequest>(request: Request): Request => {
  const { application, asks, user, reason, place, decision } = request;
  const asker = user.name === erasedName ? { ...user, name: words.erased, detail: '' } : user;
  const by = decision?.by ? { ...decision.by, name: recordedText(decision.by.name) } : null;
  return {
    ...request,
    user: asker,
    asks: { ...asks, title: givenTitle(application.id, asks) },
    reason: recordedText(reason),
    place: recordedText(place),
    decision: decision && { ...decision, by, note: recordedText(decision.note) },
  };
};

/** The granter or requester, recorded by name; the operator has none. */
export const recordedActor = (name: string): string =>
  name === 'operator' ? words.operatorBeside : recordedText(name);

const erased = new RegExp(`${erasedName}(?: \\(${erasedUsername}\\))?`, 'g');
