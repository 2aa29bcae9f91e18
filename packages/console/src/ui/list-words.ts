import { catalogue } from './language.ts';

/** The texts of the tools of a list. They are not part of `words`, because the sign-in page has no lists. */
export const listWords = {
  columnsAndDensity: 'Columns and density',
  density: 'Density',
  compact: 'Compact',
  normal: 'Normal',
  columns: 'Columns',
  widthOf: (column: string, percent: string) => `Width of ${column}: ${percent}%`,
  saveRows: 'Save these rows as CSV',
  reset: 'Reset',
  columnsDefault: 'These are the usual columns, widths and density.',
  actions: 'Actions',
  moreActions: 'More actions',
};

catalogue('ui.list', { listWords });
