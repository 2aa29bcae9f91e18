import { catalogue } from './language.ts';

/** The texts of the tools of a list. They are not part of `words`, because the sign-in page has no lists. */
export const listWords = {
  columnsAndDensity: 'Columns and density',
  density: 'Density',
  compact: 'Compact',
  normal: 'Normal',
  columns: 'Columns',
  reset: 'Reset',
  columnsDefault: 'These are the usual columns and density.',
  actions: 'Actions',
  moreActions: 'More actions',
};

catalogue('ui.list', { listWords });
