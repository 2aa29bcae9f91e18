import type * as English from './words.ts';

export const words: typeof English.words = {
  views: 'Ansichten',
  all: 'Alle',
  view: (name) => `Ansicht: ${name}`,
  sharedView: 'Geteilt',
  share: 'Mit allen teilen, die diese Liste sehen',
  shareText:
    'Filter, Reihenfolge, Spalten und Zeilenhöhe werden für alle gespeichert, die diese Liste sehen. Der Suchtext gehört nicht dazu.',
  shared: (name) => `Die Ansicht ${name} ist geteilt.`,
  removed: (name) => `Die Ansicht ${name} ist für alle gelöscht.`,
  save: 'Ansicht speichern …',
  remove: (name) => `Ansicht ${name} löschen`,
  saveTitle: 'Diese Ansicht speichern',
  saveText: 'Filter, Reihenfolge, Spalten und Zeilenhöhe werden in diesem Browser gespeichert, nur für Sie.',
  name: 'Name',
  nameMissing: 'Geben Sie einen Namen ein.',
  saveDo: 'Ansicht speichern',
  cancel: 'Abbrechen',
};
