import type * as English from './words.ts';

export const words: typeof English.words = {
  views: 'Ansichten',
  view: (name) => `Ansicht: ${name}`,
  save: 'Ansicht speichern …',
  remove: (name) => `Ansicht ${name} löschen`,
  saveTitle: 'Diese Ansicht speichern',
  saveText: 'Filter, Reihenfolge, Spalten und Zeilenhöhe werden in diesem Browser gespeichert, nur für Sie.',
  name: 'Name',
  nameMissing: 'Geben Sie einen Namen ein.',
  saveDo: 'Ansicht speichern',
  cancel: 'Abbrechen',
};
