import type * as English from './list-words.ts';

export const listWords: typeof English.listWords = {
  columnsAndDensity: 'Spalten und Zeilenhöhe',
  density: 'Zeilenhöhe',
  compact: 'Niedrig',
  normal: 'Normal',
  columns: 'Spalten',
  widthOf: (column, percent) => `Breite von ${column}: ${percent} %`,
  saveRows: 'Diese Zeilen als CSV speichern',
  reset: 'Zurücksetzen',
  columnsDefault: 'Das sind die üblichen Spalten, Breiten und Zeilenhöhen.',
  actions: 'Aktionen',
  moreActions: 'Weitere Aktionen',
};
