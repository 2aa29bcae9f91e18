import type * as English from './list-words.ts';

export const listWords: typeof English.listWords = {
  columnsAndDensity: 'Spalten und Zeilenhöhe',
  density: 'Zeilenhöhe',
  compact: 'Niedrig',
  normal: 'Normal',
  columns: 'Spalten',
  reset: 'Zurücksetzen',
  columnsDefault: 'Das sind die üblichen Spalten und Zeilen.',
  actions: 'Aktionen',
  moreActions: 'Weitere Aktionen',
};
