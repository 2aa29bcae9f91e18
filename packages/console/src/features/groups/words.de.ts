import { formatNumber, plural } from '../../ui/format.ts';
import type * as English from './words.ts';

export const words: typeof English.words = {
  groups: 'Gruppen',
  group: 'Gruppe',
  search: 'Name der Gruppe',
  newGroup: 'Neue Gruppe',
  count: (count, total) => plural(total, { one: '1 Gruppe', other: `${count} Gruppen` }),
  name: 'Name',
  description: 'Beschreibung',
  members: 'Mitglieder',
  created: 'Angelegt',
  dash: '–',
  sortBy: 'Sortieren nach',
  nothing: (q) => `Keine Gruppe heißt „${q}“`,
  nothingText: 'Nehmen Sie weniger Buchstaben, oder den Anfang eines anderen Wortes ihres Namens.',
  emptyTitle: 'Noch keine Gruppen',
  emptyText:
    'Eine Gruppe bringt allen, die darin sind, was der Gruppe freigegeben ist. Legen Sie eine für ein Team an, und geben Sie ihr Zugriff statt jeder Person einzeln.',
};

export const formWords: typeof English.formWords = {
  title: 'Neue Gruppe',
  lead: 'Personen und andere Gruppen kommen auf der Seite der Gruppe hinzu.',
  nameHint: 'Wie man das Team nennt.',
  descriptionHint: 'Wer hierher gehört, und warum.',
  create: 'Gruppe anlegen',
  created: (name) => `Die Gruppe ${name} ist da.`,
  saved: (name) => `${name} ist gespeichert.`,
};

export const groupWords: typeof English.groupWords = {
  tabs: { members: 'Mitglieder', grants: 'Freigaben', details: 'Angaben' },
  about: (name) => `Über ${name}`,
  identifier: 'Kennung',
  copyId: 'Die Kennung kopieren',
  facts: 'Angaben',
  grant: 'Zugriff freigeben',
  more: (name) => `Mehr zu ${name}`,
  remove: 'Löschen …',
  findApplication: 'Eine Anwendung suchen',
  noApplications: 'Keine Anwendung mit diesem Namen.',
  brings: 'Was sie bringt',
  bringsNothing: 'Ihr ist noch nichts freigegeben.',
  inApplication: 'in {application}',
  allGrants: 'Alle Freigaben',
  mayNotSee: 'Sie dürfen nicht sehen, was sie bringt.',
};

export const memberWords: typeof English.memberWords = {
  add: 'Mitglied hinzufügen',
  addTitle: (group) => `Zu ${group} hinzufügen`,
  addInDraft: (who, group) => `${who} zu ${group} hinzufügen`,
  addText: 'Wer hinzukommt, hat sofort, was der Gruppe freigegeben ist, solange die Mitgliedschaft besteht.',
  who: 'Person oder Gruppe',
  whoHint: 'Geben Sie einen Namen, einen Benutzernamen oder eine E-Mail-Adresse ein.',
  whoMissing: 'Wählen Sie, wer hinzukommt.',
  addDo: 'Zur Gruppe hinzufügen',
  added: (who, group) => `${who} ist in ${group}.`,
  find: 'Name oder Benutzername',
  show: 'Zeigen',
  all: 'Alle',
  people: 'Personen',
  groups: 'Gruppen',
  table: (group) => `Mitglieder von ${group}`,
  name: 'Name',
  kind: 'Art',
  person: 'Person',
  groupOf: (people, count) => plural(count, { one: 'Gruppe mit 1 Person', other: `Gruppe mit ${people} Personen` }),
  since: 'Mitglied seit',
  membership: 'Mitgliedschaft',
  remove: (who) => `${who} entfernen …`,
  removeTitle: (who, group) => `${who} aus ${group} entfernen?`,
  removePerson: 'Was nur durch diese Gruppe kommt, geht verloren. Alles andere bleibt.',
  removeGroup: (people, count) =>
    plural(count, {
      one: 'Die eine Person dahinter hat nicht mehr, was nur auf diesem Weg kommt.',
      other: `Die ${people} Personen dahinter haben nicht mehr, was nur auf diesem Weg kommt.`,
    }),
  removeDo: 'Aus der Gruppe entfernen',
  removed: (who, group) => `${who} ist nicht mehr in ${group}.`,
  emptyTitle: 'Niemand ist in dieser Gruppe',
  emptyText: 'Fügen Sie Personen hinzu, oder andere Gruppen: Alle darin zählen mit.',
  nobody: 'Kein Mitglied passt dazu',
  nobodyText: 'Nehmen Sie weniger Buchstaben, oder zeigen Sie alle Mitglieder.',
};

const members = (count: number) => plural(count, { one: '1 Mitglied', other: `${formatNumber(count)} Mitglieder` });

export const severalWords: typeof English.severalWords = {
  bar: 'Ausgewählte Mitglieder',
  remove: 'Aus der Gruppe nehmen …',
  removeTitle: (count, group) => `${members(count)} aus ${group} nehmen?`,
  removeText: 'Sie verlieren, was sie nur durch diese Gruppe haben. Anderer Zugriff bleibt.',
  removeDo: (count) => `${members(count)} herausnehmen`,
  removing: (count, group) =>
    plural(count, {
      one: `1 Mitglied wird aus ${group} genommen`,
      other: `${formatNumber(count)} Mitglieder werden aus ${group} genommen`,
    }),
  removed: (count, group) =>
    plural(count, {
      one: `1 Mitglied ist nicht mehr in ${group}.`,
      other: `${formatNumber(count)} Mitglieder sind nicht mehr in ${group}.`,
    }),
  added: (count, group) =>
    plural(count, {
      one: `1 Mitglied ist wieder in ${group}.`,
      other: `${formatNumber(count)} Mitglieder sind wieder in ${group}.`,
    }),
};

export const deleteWords: typeof English.deleteWords = {
  title: (name) => `${name} löschen?`,
  text: 'Das kann nicht rückgängig gemacht werden. Das Protokoll behält, was war; der Name kann wieder verwendet werden.',
  action: 'Gruppe löschen',
  deleted: (name) => `Die Gruppe ${name} ist gelöscht.`,
  members: (count, total) =>
    plural(total, { one: '1 Mitglied ist nicht mehr darin', other: `${count} Mitglieder sind nicht mehr darin` }),
  grants: (count, total) => plural(total, { one: '1 Freigabe endet', other: `${count} Freigaben enden` }),
};
