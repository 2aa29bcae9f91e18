import { expect, test } from 'vitest';
import * as germanEvents from '../events/words.de.ts';
import { eventParts } from '../events/words.ts';
import { actOf } from './act.ts';
import { targetName } from './revert-button.tsx';
import { words as german } from './words.de.ts';
import { words } from './words.ts';

test.each([
  ['users.reactivate', 'user', 'Reactivate: user Omar', 'Wieder zulassen: Person „Omar“'],
  ['users.suspend', 'user', 'Suspend: user Omar', 'Sperren: Person „Omar“'],
  ['users.remove', 'user', 'Delete: user Omar', 'Löschen: Person „Omar“'],
  ['roles.create', 'role', 'Restore: role Omar', 'Wiederherstellen: Rolle „Omar“'],
  ['roles.update', 'role', 'Change back: role Omar', 'Wie zuvor: Rolle „Omar“'],
  ['grants.create', 'grant', 'Restore: grant Omar', 'Zurückgeben: Freigabe „Omar“'],
  ['grants.revoke', 'grant', 'Revoke: grant Omar', 'Entziehen: Freigabe „Omar“'],
  ['groups.removeMember', 'member', 'Remove: member Omar', 'Entfernen: Mitglied „Omar“'],
] as const)('describes %s by its effect in both languages', (call, kind, said, inGerman) => {
  expect(words.line(actOf(call), kind, 'Omar')).toBe(said);
  expect(german.line(actOf(call), kind, 'Omar')).toBe(inGerman);
});

test('joins the two names of a target with the preposition of the page’s language', () => {
  const target = {
    kind: 'grant',
    name: 'key to the till to Counter',
    names: ['key to the till', 'Counter'],
  };
  expect(targetName(target)).toBe('key to the till to Counter');
  const english = { ...eventParts };
  Object.assign(eventParts, germanEvents.eventParts);
  try {
    expect(targetName(target)).toBe('key to the till an Counter');
    expect(targetName({ ...target, kind: 'member' })).toBe('key to the till in Counter');
    expect(targetName({ kind: 'role', name: 'answers to clerk' })).toBe('answers to clerk');
  } finally {
    Object.assign(eventParts, english);
  }
});
