import { catalogue } from '../../ui/language.ts';

/** Texts of the saved views of a list. */
export const words = {
  views: 'Views',
  all: 'All',
  view: (name: string) => `View: ${name}`,
  sharedView: 'Shared',
  share: 'Share with everybody who sees this list',
  shareText:
    'Filters, order, columns and density are saved for everybody who sees this list. The search text is left out.',
  shared: (name: string) => `The view ${name} is shared.`,
  removed: (name: string) => `The view ${name} is deleted for everybody.`,
  save: 'Save view…',
  remove: (name: string) => `Delete the view ${name}`,
  saveTitle: 'Save this view',
  saveText: 'Filters, order, columns and density are saved in this browser, for you only.',
  name: 'Name',
  nameMissing: 'Enter a name.',
  saveDo: 'Save view',
  cancel: 'Cancel',
};

catalogue('blocks.views', { words });
