import { catalogue } from '../../ui/language.ts';

/** The tabs of the navigation entries. The headings are with the navigation, in shell/words.ts. */
export const words = {
  users: 'Users',
  groups: 'Groups',
  check: 'Check',
  who: 'Who has access',
  compare: 'Compare',
  reviews: 'Reviews',
  separation: 'Separation',
  ending: 'Ending',
  changes: 'Changes',
  signIns: 'Sign-ins',
  changeSets: 'Change sets',
  emergencies: 'Emergencies',
};

catalogue('blocks.places', { words });
