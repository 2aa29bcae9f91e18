import { type AccessRequest, erasedName, erasedUsername } from '@licet/contract';
import { givenTitle } from './roles.ts';
import { words } from './words.ts';

/**
 * Returns a recorded text for display. Replaces the placeholder of an erased user with words in the page's language. No
 * user's name can be the placeholder.
 */
export const recordedText = (text: string): string => text.replaceAll(erased, () => words.erased);

/** Returns a request for display. Erased users and the titles of Licet's own permissions are in the page's language. */
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

/** Returns the recorded name of a granter or requester for display. The operator is recorded without a name. */
export const recordedActor = (name: string): string =>
  name === 'operator' ? words.operatorBeside : recordedText(name);

/** Returns the phrase that names a granter or requester in a sentence: “by Maya”. German joins preposition and article. */
export const byActor = (name: string): string =>
  name === 'operator' ? words.byOperator : words.by(recordedText(name));

const erased = new RegExp(`${erasedName}(?: \\(${erasedUsername}\\))?`, 'g');
