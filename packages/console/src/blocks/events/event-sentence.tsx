import type { Event, EventInSet } from '@licet/contract';
import type { ReactNode } from 'react';
import { formatList } from '../../ui/format.ts';
import { isolated } from '../../ui/language.ts';
import { shortTime } from '../../ui/time.tsx';
import { useApplicationName } from '../chips.tsx';
import { recordedText } from '../recorded.ts';
import { words } from '../words.ts';
import { type EventValues, eventParts, eventWords } from './words.ts';

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
 * The sentence without its actor, for places that show the actor separately: "gave role approver to Tomasz Wójcik in
 * Ledger". `application` is the application to name; null if that is shown separately too.
 */
export const deedText = (event: Event, application: string | null): string =>
  eventWords[event.action](valuesOf(event, application));

/** Returns the actor's name. The operator is named in the page's language. */
export function actorName(actor: Event['actor']): string {
  if (actor.kind === 'operator') return words.operator;
  return actor.name === '' ? words.nobodyElse : called(actor.name);
}

const called = (name: string): string => isolated(recordedText(name));

function valuesOf({ actor, target, before, after }: Event, application: string | null): EventValues {
  const earlier = asRecord(before);
  const later = recordAfter(after);
  const ends = later.ends;
  const count = countOf(later);
  return {
    name: target.kind === 'users' && count !== undefined ? eventParts.users(count) : called(target.name),
    count,
    self: actor.id === target.id || actor.name === target.name,
    where: application === null ? '' : eventParts.where(isolated(application)),
    of: (key) => nameIn(later[key] ?? earlier[key]) ?? (key === 'gives' || key === 'to' ? called(target.name) : key),
    changed: listed(changedFields(earlier, later)),
    putBack: 'fromChange' in later,
    until: typeof ends === 'string' ? eventParts.until(shortTime(new Date(ends))) : '',
  };
}

/** The record after an event, merged with the grant inside it, because an approval nests its grant. */
const recordAfter = (after: unknown) => ({ ...asRecord(asRecord(after).grant), ...asRecord(after) });

/**
 * Returns the name of an event's target. For a grant or an exception, joins the two recorded names in the page's
 * language. Older records contain only the joined English name, which is shown unchanged.
 */
export function targetName({ target, before, after }: Event): string {
  const record = { ...asRecord(before), ...recordAfter(after) };
  const { kind } = target;
  const given = asRecord(record.gives).name;
  const first = kind === 'grant' && typeof given === 'string' ? called(given) : nameIn(record.who);
  const second = nameIn(kind === 'grant' ? record.to : record.separation);
  const isJoined = (kind === 'grant' && typeof given === 'string') || kind === 'exception';
  if (isJoined && first !== undefined && second !== undefined) return eventParts.joined(kind, first, second);
  const count = countOf(record);
  return kind === 'users' && count !== undefined ? eventParts.users(count) : called(target.name);
}

function changedFields(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).map(eventParts.field);
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? eventParts.details : formatList(names);
}

function nameIn(value: unknown): string | undefined {
  if (typeof value === 'string') return called(value);
  const { kind, name, application } = asRecord(value);
  if (typeof name !== 'string') return undefined;
  const where = typeof application === 'string' ? isolated(application) : '';
  return eventParts.named(String(kind), called(name), where) ?? called(name);
}

/** The number of changes or users that an event is about. */
function countOf({ changes, users, of }: Record<string, unknown>): number | undefined {
  if (Array.isArray(users)) return users.length;
  return [changes, users, of].find((each) => typeof each === 'number');
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Names the review line that caused a change, who decided it, and why. */
export const reviewCauseText = ({ name, line, decidedBy, note }: NonNullable<EventInSet['review']>): string =>
  eventParts.review(name, line, decidedBy && recordedText(decidedBy.name), recordedText(note));
