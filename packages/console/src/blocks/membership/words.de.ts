import type * as English from './words.ts';

export const words: typeof English.words = {
  added: (name, group) => `${name} ist in ${group}.`,
  removed: (name, group) => `${name} ist nicht mehr in ${group}.`,
  removeTitle: (name, group) => `${name} aus ${group} entfernen?`,
  removeText: 'Was nur über diese Gruppe kommt, hat die Person dann nicht mehr. Was sie sonst hat, bleibt.',
  removeDo: 'Aus der Gruppe entfernen',
  addTitle: (name, group) => `${name} zu ${group} hinzufügen?`,
  addText: 'Die Person erhält alles, was dieser Gruppe freigegeben ist, solange sie Mitglied ist.',
  addDo: 'Zur Gruppe hinzufügen',
};
