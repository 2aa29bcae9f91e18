import { reason } from './reason.ts';

/** Reasons why a user is not changed, invited, handed over or erased. */
export const userReasons = {
  not_found: {
    view_unknown: reason({}, () => 'There is no such shared view. It may have been deleted.'),
    user_never_known: reason({ user: 'name' }, ({ user }) => `No user has, or ever had, the id ${user}.`),
    import_unknown: reason(
      { event: 'number' },
      ({ event }) => `There is no change ${event}. The number of an import’s change is in its report.`,
    ),
  },
  too_large: {
    views_too_many: reason(
      { most: 'count' },
      ({ most }, say) => `A list has at most ${say.count(most)} shared views. Delete one that is no longer used.`,
    ),
    users_too_many: reason(
      { most: 'count' },
      ({ most }, say) => `The filter matches more than ${say.count(most)} users. Narrow it, and change them in parts.`,
    ),
  },
  wrong_state: {
    user_already_suspended: reason({ user: 'name' }, ({ user }) => `${user} is already suspended.`),
    user_not_suspended: reason(
      { user: 'name', status: ['invited', 'active'] },
      ({ user, status }) => `${user} is not suspended, but ${status}.`,
    ),
    nobody_without_password: reason({}, () => 'Every user who matches the filter already has a password.'),
    user_erased: reason({}, () => 'This user was erased. No data about them is left.'),
    audit_altered: reason(
      { event: 'number' },
      ({ event }) =>
        `Change ${event} of the audit chain was altered from outside. Find out how before you erase anybody.`,
    ),
    duties_own: reason(
      { user: 'name' },
      ({ user }) => `${user} already has these duties. Hand them over to somebody else.`,
    ),
    duties_gone: reason(
      { user: 'name' },
      ({ user }) => `${user} no longer has any of these duties. Load the page again.`,
    ),
    successor_not_active: reason(
      { user: 'name', status: ['invited', 'suspended'] },
      ({ user, status }) => `${user} is ${status} and cannot take over duties. Choose an active user.`,
    ),
    successor_already_approves: reason(
      { user: 'name', roles: 'names', of: 'name' },
      ({ user, roles, of }, say) =>
        `${user} already approves requests for ${say.names(roles)} together with ${of}, and one person cannot approve twice. Choose somebody else.`,
    ),
  },
  forbidden: {
    own_name_changed_often: reason(
      { most: 'count' },
      ({ most }, say) =>
        `Your user was already changed ${say.count(most)} times. Ask somebody who manages users to change your name.`,
    ),
    administrators_erase: reason(
      {},
      () => 'Only administrators of Licet may erase a user, because the user disappears from the audit log too.',
    ),
    administrators_download: reason({}, () => 'Only administrators of Licet may download a person’s data.'),
  },
  not_as_of: {
    known_only_now: reason(
      { filters: 'names' },
      ({ filters }, say) =>
        `${say.names(filters)} cannot be used for a past date. Leave it out, or ask about the present.`,
    ),
  },
} as const;

/** The kinds of text to which a sentence can refer. Each language has its own name for each kind. */
export const subjects = [
  'username',
  'email',
  'name',
  'own_name',
  'mail_user',
  'role_name',
  'permission_name',
  'group_name',
  'set_name',
  'separation_name',
  'organisation',
  'file_name',
  'title',
  'description',
  'reason',
  'note',
  'comment',
  'place',
  'dn',
  'value',
  'client_id',
  'password',
] as const;
export type Subject = (typeof subjects)[number];

/** The English words for each subject, to begin a sentence. */
export const inWords: Readonly<Record<Subject, string>> = {
  username: 'The username',
  email: 'The e-mail address',
  name: 'The name',
  own_name: 'Your name',
  mail_user: 'The user',
  role_name: 'The role name',
  permission_name: 'The permission name',
  group_name: 'The group name',
  set_name: 'The name of the change set',
  separation_name: 'The name of the separation rule',
  organisation: 'The organisation’s name',
  file_name: 'The name of the file',
  title: 'The title',
  description: 'The description',
  reason: 'The reason',
  note: 'The note',
  comment: 'The comment',
  place: 'The place',
  dn: 'The DN',
  value: 'The value',
  client_id: 'The client id',
  password: 'The password',
};
