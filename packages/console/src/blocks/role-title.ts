import { adminRole, type Found, type Role } from '@licet/contract';
import { findWords as words } from './words.ts';

/** What a role is for, in the words of whoever made it; the built-in one is Licet's, in the language of the reader. */
export const roleTitle = ({ name, title }: Pick<Role, 'name' | 'title'>): string =>
  // A name that no role of people's own can have.
  name === adminRole ? words.admin : title;

/** What is told of a find beside its name. */
export const detailOf = ({ kind, name, detail }: Pick<Found, 'kind' | 'name' | 'detail'>): string =>
  kind === 'role' ? roleTitle({ name, title: detail }) : detail;
