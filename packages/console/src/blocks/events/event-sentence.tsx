import type { Event, EventInSet } from '@licet/contract';
import type { ReactNode } from 'react';
import { formatList } from '../../ui/format.ts';
import { isolated } from '../../ui/isolated.ts';
import { shortTime } from '../../ui/time-words.ts';
import { useApplicationName } from '../application-name.tsx';
import { spoken, spokenName } from '../spoken.ts';
import { words } from '../words.ts';
import { eventParts, eventWords, type Told } from './words.ts';

/** A change as a sentence with names: "Chiara Benedetti gave role approver to Tomasz Wójcik until 26 Nov 2026, 18:00". */
export function EventSentence({ event }: { event: Event }): ReactNode {
  return (
    <>
      <b>{actorName(event.actor)}</b> {deedText(event, useApplicationName(event.application))}
    </>
  );
}

/** The same sentence as plain text. */
export const eventText = (event: Event, application = event.application): string =>
  `${actorName(event.actor)} ${deedText(event, application)}`;

/**
 * The sentence without its actor: "gave role approver to Tomasz Wójcik in Ledger". For places that show the actor
 * separately. `application` is the name of its application; null if the place shows that too.
 */
export const deedText = (event: Event, application: string | null): string =>
  eventWords[event.action](toldOf(event, application));

/** The actor: a user or a program by name, the operator in the language of this page. */
export function actorName(actor: Event['actor']): string {
  if (actor.kind === 'operator') return words.operator;
  return actor.name === '' ? words.nobodyElse : called(actor.name);
}

const called = (name: string): string => isolated(spokenName(name));

function toldOf({ actor, target, before, after }: Event, application: string | null): Told {
  const earlier = asRecord(before);
  // An approval records its grant in a nested object.
  const later = { ...asRecord(asRecord(after).grant), ...asRecord(after) };
  const ends = later.ends;
  return {
    name: called(target.name),
    self: actor.id === target.id || actor.name === target.name,
    where: application === null ? '' : eventParts.where(isolated(application)),
    of: (key) => nameIn(later[key] ?? earlier[key]) ?? (key === 'gives' || key === 'to' ? called(target.name) : key),
    changed: listed(changedFields(earlier, later)),
    until: typeof ends === 'string' ? eventParts.until(shortTime(new Date(ends))) : '',
  };
}

function changedFields(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).map(eventParts.field);
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? eventParts.details : formatList(names);
}

function nameIn(value: unknown): string | undefined {
  const name = typeof value === 'string' ? value : asRecord(value).name;
  return typeof name === 'string' ? called(name) : undefined;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Names the review line that caused a change, who decided it, and why. */
export const reviewCauseText = ({ name, line, decidedBy, note }: NonNullable<EventInSet['review']>): string =>
  eventParts.review(name, line, decidedBy && spoken(decidedBy.name), spoken(note));
