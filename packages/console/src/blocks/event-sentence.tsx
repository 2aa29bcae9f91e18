import type { Event, EventAction } from '@licet/contract';
import type { ReactNode } from 'react';
import { formatList } from '../ui/format.ts';
import { isolated } from '../ui/isolated.ts';
import { shortTime } from '../ui/time-words.ts';
import { words } from './words.ts';

/** A change as a sentence with names: "Chiara Benedetti gave role approver to Tomasz Wójcik until 26 Nov 2026, 18:00". */
export function EventSentence({ event }: { event: Event }): ReactNode {
  return (
    <>
      <b>{actorName(event)}</b> {sentences[event.action](toldOf(event))}
    </>
  );
}

/** The same sentence as plain text, for titles and exports. */
export const eventText = (event: Event): string => `${actorName(event)} ${sentences[event.action](toldOf(event))}`;

/** The sentence without who did it: "gave role approver to Tomasz Wójcik". For tables that name the person beside it. */
export const deedText = (event: Event): string => sentences[event.action](toldOf(event));

/** What an event tells, as the sentences need it. */
interface Told {
  /** The name of what it is about. */
  readonly name: string;
  /** Whether they did it to themselves. */
  readonly self: boolean;
  /** The application, in words that end a sentence: " in ledger". */
  readonly where: string;
  /** A name told before or after, by its key; the key itself when it is missing. */
  readonly of: (key: string) => string;
  /** What was changed, by the names of the fields: "name and description". */
  readonly changed: string;
  /** " until …", or nothing. */
  readonly until: string;
}

const sentences: Record<EventAction, (told: Told) => string> = {
  'licet.set_up': ({ name, self }) =>
    self ? 'set up Licet, as its first administrator' : `set up Licet, with ${name} as its first administrator`,
  'licet.admin_recovered': ({ name }) => `made ${name} an administrator from the machine itself`,
  'licet.upgraded': () => 'was brought up to date',
  'user.created': ({ name }) => `added ${name}`,
  'user.changed': ({ name, self, changed }) =>
    self ? `changed their own ${changed}` : `changed the ${changed} of ${name}`,
  'user.suspended': ({ name }) => `suspended ${name}`,
  'user.reactivated': ({ name }) => `let ${name} in again`,
  'user.deleted': ({ name }) => `deleted ${name}`,
  'user.activated': () => 'set a first password and is active',
  'user.password_link_made': ({ name }) => `made a set-password link for ${name}`,
  'user.password_set': () => 'set a new password with a link',
  'user.password_changed': () => 'changed their own password',
  'user.sessions_ended': ({ name }) => `signed ${name} out everywhere`,
  'group.created': ({ name }) => `created the group ${name}`,
  'group.changed': ({ name, changed }) => `changed the ${changed} of the group ${name}`,
  'group.deleted': ({ name }) => `deleted the group ${name}`,
  'group.member_added': ({ name, of }) => `added ${of('member')} to ${name}`,
  'group.member_removed': ({ name, of }) => `took ${of('member')} out of ${name}`,
  'application.created': ({ name }) => `registered the application ${name}`,
  'application.changed': ({ name, changed }) => `changed the ${changed} of the application ${name}`,
  'application.deleted': ({ name }) => `deleted the application ${name}`,
  'application.owner_added': ({ name, of }) => `made ${of('owner')} an owner of ${name}`,
  'application.owner_removed': ({ name, of }) => `took ownership of ${name} from ${of('owner')}`,
  'application.imported': ({ name }) => `imported a file into ${name}`,
  'permission.created': ({ name, where }) => `named the permission ${name}${where}`,
  'permission.changed': ({ name, where, changed }) => `changed the ${changed} of the permission ${name}${where}`,
  'permission.deleted': ({ name, where }) => `deleted the permission ${name}${where}`,
  'role.created': ({ name, where }) => `made the role ${name}${where}`,
  'role.changed': ({ name, where, changed }) => `changed the ${changed} of the role ${name}${where}`,
  'role.deleted': ({ name, where }) => `deleted the role ${name}${where}`,
  'grant.created': ({ of, where, until }) => `gave the ${of('gives')} to ${of('to')}${where}${until}`,
  'grant.changed': ({ of, where, until }) =>
    `changed the grant of the ${of('gives')} to ${of('to')}${where}${until === '' ? ', without end' : `, now${until}`}`,
  'grant.revoked': ({ of, where }) => `took the ${of('gives')} from ${of('to')}${where}`,
  'request.asked': ({ of, where }) => `asked for the ${of('asks')}${where}`,
  'request.approved': ({ of, where, until }) =>
    `approved the request of ${of('from')} for the ${of('gives')}${where}${until}`,
  'request.denied': ({ of, where }) => `denied the request of ${of('from')} for the ${of('asks')}${where}`,
  'request.withdrawn': ({ of, where }) => `took back the request for the ${of('asks')}${where}`,
  'client.created': ({ name, where }) => `registered the client ${name}${where}`,
  'client.changed': ({ name, where, changed }) => `changed the ${changed} of the client ${name}${where}`,
  'client.deleted': ({ name, where }) => `deleted the client ${name}${where}`,
  'client.secret_made': ({ name, where }) => `made a new secret for the client ${name}${where}`,
  'settings.changed': () => 'changed the settings',
  'key.rotated': () => 'rotated the signing key',
};

function actorName({ actor }: Event): string {
  if (actor.kind === 'operator') return words.operator;
  return actor.name === '' ? words.nobodyElse : isolated(actor.name);
}

function toldOf({ actor, target, application, before, after }: Event): Told {
  const earlier = asRecord(before);
  // An approval tells the grant that it made in a part of its own.
  const later = { ...asRecord(asRecord(after).grant), ...asRecord(after) };
  const ends = later.ends;
  return {
    name: isolated(target.name),
    self: actor.id === target.id || actor.name === target.name,
    where: application === null ? '' : ` in ${application}`,
    of: (key) => nameIn(later[key] ?? earlier[key]) ?? (key === 'gives' || key === 'to' ? isolated(target.name) : key),
    changed: listed(changedFields(earlier, later)),
    until: typeof ends === 'string' ? ` until ${shortTime(new Date(ends))}` : '',
  };
}

function changedFields(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).map(inWords);
}

/** `redirectUris` becomes "redirect uris", `email` "e-mail". */
function inWords(field: string): string {
  if (field === 'email') return 'e-mail';
  return field.replace(/([a-z])([A-Z])/g, (_, small: string, large: string) => `${small} ${large.toLowerCase()}`);
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'details' : formatList(names);
}

function nameIn(value: unknown): string | undefined {
  const name = typeof value === 'string' ? value : asRecord(value).name;
  return typeof name === 'string' ? isolated(name) : undefined;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
