import { catalogue } from '../../ui/language.ts';

/** Texts of adding a user to a group and removing them from it. */
export const words = {
  added: (name: string, group: string) => `${name} was added to ${group}.`,
  removed: (name: string, group: string) => `${name} is no longer in ${group}.`,
  removeTitle: (name: string, group: string) => `Remove ${name} from ${group}?`,
  removeText: 'They lose access that comes only through this group. Other access stays.',
  removeDo: 'Remove from group',
  addTitle: (name: string, group: string) => `Add ${name} to ${group}?`,
  addText: 'They get everything that is granted to this group, as long as they are a member.',
  addDo: 'Add to group',
};

catalogue('blocks.membership', { words });
