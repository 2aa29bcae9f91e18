import type { AccessRequest, OwnDecision, RequestComment } from '@licet/client';

/**
 * Checks a decision from a source. The displayed parts must have the required types.
 * @throws Error
 */
export const decisionIn = (answer: OwnDecision): OwnDecision =>
  checked(answer, ({ permission, until, heldUntil, roles, deciders, request }) => {
    if (request) requestIn(request);
    return [permission.name, permission.title, until ?? '', heldUntil ?? '', ...[...roles, ...deciders].map(nameOf)];
  });

/**
 * Checks an access request from a source. The displayed parts must have the required types.
 * @throws Error
 */
export const requestIn = (answer: AccessRequest): AccessRequest =>
  checked(answer, ({ reason, decision, steps = [] }) => [
    ...[reason, decision ? [decision.note, decision.ends ?? '', decision.by?.name ?? ''] : []].flat(),
    ...steps.flatMap(({ deciders }) => deciders.map(nameOf)),
  ]);

/**
 * Checks comments from a source. The displayed parts must have the required types.
 * @throws Error
 */
export const commentsIn = (answer: readonly RequestComment[]): readonly RequestComment[] =>
  checked(answer, (comments) => comments.flatMap(({ by, text }) => [by.name, text]));

const nameOf = ({ name }: { readonly name: string }): string => name;

/** Requires that the texts are strings, and that the objects with these texts exist. */
const checked = <Answer>(answer: Answer, textsOf: (answer: Answer) => readonly unknown[]): Answer => {
  try {
    if (textsOf(answer).every((text) => typeof text === 'string')) return answer;
  } catch {}
  throw new Error('The answer cannot be read. Try again.');
};
