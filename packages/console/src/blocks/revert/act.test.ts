import { expect, test } from 'vitest';
import { actOf } from './act.ts';
import { words as german } from './words.de.ts';
import { words } from './words.ts';

test.each([
  ['users.reactivate', 'user', 'Let in again: user Omar', 'Wieder zulassen: Person „Omar“'],
  ['users.suspend', 'user', 'Suspend: user Omar', 'Sperren: Person „Omar“'],
  ['users.remove', 'user', 'Delete: user Omar', 'Löschen: Person „Omar“'],
  ['roles.create', 'role', 'Restore: role Omar', 'Wiederherstellen: Rolle „Omar“'],
  ['roles.update', 'role', 'As before: role Omar', 'Wie zuvor: Rolle „Omar“'],
  ['grants.create', 'grant', 'Give back: grant Omar', 'Zurückgeben: Freigabe „Omar“'],
  ['grants.revoke', 'grant', 'Revoke: grant Omar', 'Entziehen: Freigabe „Omar“'],
  ['groups.removeMember', 'member', 'Remove: member Omar', 'Entfernen: Mitglied „Omar“'],
] as const)('names the effect of %s, not the call', (call, kind, said, inGerman) => {
  expect(words.line(actOf(call), kind, 'Omar')).toBe(said);
  expect(german.line(actOf(call), kind, 'Omar')).toBe(inGerman);
});
