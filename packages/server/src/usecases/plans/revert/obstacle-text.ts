import type { EventAction, NotReverted } from '@licet/contract';
import type { Obstacle, Target } from './parts.ts';

/** A change by others that prevents the revert. */
export interface Other {
  readonly no: number;
  readonly action: EventAction;
  readonly actor: NonNullable<NotReverted['by']>['actor'];
}

/** An obstacle as a sentence that names what prevents the revert. */
export function told({ event, why, target, by, what }: Obstacle, others: ReadonlyMap<number, Other>): NotReverted {
  const other = by === null ? undefined : others.get(by);
  return {
    event,
    why,
    target,
    by: other ? { event: other.no, action: other.action, actor: other.actor } : null,
    says: sentences[why](
      { it: named(target), who: other ? `${other.actor.name} (change ${other.no})` : 'somebody', what },
      event,
    ),
  };
}

interface Said {
  /** Its subject, with its kind. */
  readonly it: string;
  readonly who: string;
  readonly what: Obstacle['what'];
}

const sentences: Readonly<Record<NotReverted['why'], (said: Said, event: number) => string>> = {
  changed_since: ({ it, who, what }) =>
    `${capital(it)} stays as it is: ${typeof what === 'string' ? `its ${what} was` : 'it was'} changed since by ${who}.`,
  in_use: ({ it, who }) => `${capital(it)} is not deleted: it is used since, by what ${who} did.`,
  gone: ({ it, who, what }) =>
    `${capital(it)} cannot be as it was: ${typeof what === 'object' ? named(what) : 'what it belongs to'} is gone, deleted by ${who}.`,
  exists_again: ({ it, who }) => `${capital(it)} is not given back: there is one already, made by ${who}.`,
  over_by_now: ({ it, what }) =>
    `${capital(it)} is not given back: it was to end at ${typeof what === 'string' ? what : 'an instant'}, which has passed.`,
  already: ({ it, who, what }) =>
    typeof what === 'string'
      ? `${capital(it)} is over already: it ended at ${what}.`
      : `${capital(it)} is gone already, by ${who}.`,
  erased: ({ it }) => `${capital(it)} was erased, and nothing of them comes back.`,
  secret: ({ it }, event) =>
    `Secrets and keys are kept nowhere, so none comes back with ${it} (change ${event}): make a new one.`,
  sign_in: ({ it }, event) =>
    `What ${it} signs in with, and that they came in, is theirs and is not reverted (change ${event}).`,
  own: ({ it }) => `${capital(it)} is for yourself: somebody else gives it back.`,
  not_planned: ({ it, what }, event) =>
    (typeof what === 'string' ? aside[what]?.(capital(it)) : undefined) ??
    `Change ${event}, about ${it}, is of a kind that plans do not make: revert it where such a thing is set.`,
  hidden: (_, event) => `Change ${event} concerns something that you may not see, so it is not reverted.`,
};

/** Sentences about what does not return together with a restored thing. */
const aside: Readonly<Record<string, (it: string) => string>> = {
  reviews: (it) => `${it} does not get reviews back: hand these over by hand, or name the reviewers in each review.`,
  policy: (it) => `${it} comes back with the usual policy: how it is given is set anew.`,
  'second factor': (it) =>
    `${it} comes back as another one, of which the sign-in rules require no second factor: require it anew.`,
  'sign-in rules': (it) => `${it} comes back without its sign-in rules: they are set anew.`,
  policies: (it) => `${it} comes back as another one, and no policy of a role names that: it is named anew.`,
  separation: (it) => `${it} comes back as another one, and no separation names that: it is named anew.`,
};

const kinds: Readonly<Record<string, string>> = {
  client: 'the program',
  exception: 'the exception of',
  grant: 'the grant of',
  member: 'the membership of',
  owner: 'the ownership of',
  settings: 'what is set for',
  policy: 'the policy of the role',
};

function named(target: Target | null): string {
  if (target === null) return 'something';
  return `${kinds[target.kind] ?? `the ${target.kind}`} ${target.name}`;
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
