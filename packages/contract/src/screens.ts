import type { CallAccess } from './call.ts';
import { anyone, licetToken, permission, permissionOr, permissionOrOwner } from './call.ts';

export interface Screen {
  readonly path: string;
  readonly title: string;
  readonly access: CallAccess;
  readonly purpose: string;
}

/** All screens of the console. The server serves the console only at these paths. */
export const screens = {
  setup: {
    path: '/setup',
    title: 'Set up Licet',
    access: anyone,
    purpose: 'The first administrator, with the one-time code that the server printed',
  },
  signIn: {
    path: '/sign-in/:uid',
    title: 'Sign in',
    access: anyone,
    purpose: 'Getting in, on the way to an application',
  },
  setPassword: {
    path: '/set-password',
    title: 'Set your password',
    access: anyone,
    purpose: 'A password, with a one-time link',
  },
  invited: {
    path: '/invited',
    title: 'You are invited',
    access: anyone,
    purpose: 'Coming in for the first time, with the link of an invitation',
  },
  forgot: {
    path: '/forgot',
    title: 'Forgotten password',
    access: anyone,
    purpose: 'A link to set a new password, sent by mail; or whom to ask',
  },
  verifyEmail: {
    path: '/verify-email',
    title: 'Verify your address',
    access: anyone,
    purpose: 'Showing that an e-mail address is one’s own, with the link that was mailed to it',
  },
  signedOut: {
    path: '/signed-out',
    title: 'Signed out',
    access: anyone,
    purpose: 'Where signing out ends when the application has no registered sign-out address to go back to',
  },
  callback: {
    path: '/callback',
    title: 'Signing in',
    access: anyone,
    purpose: 'Where the OpenID provider sends the console’s sign-in back to',
  },
  home: { path: '/', title: 'Home', access: licetToken, purpose: 'What I may do, and what needs attention' },
  users: {
    path: '/users',
    title: 'Users',
    access: permission('users.read'),
    purpose: 'Find anyone by name, e-mail, group, role or status',
  },
  invite: {
    path: '/users/invite',
    title: 'Invite people',
    access: permission('users.manage'),
    purpose:
      'Many people at once: pasted addresses, groups and roles, the effects, and one button that creates and invites',
  },
  user: {
    path: '/users/:user',
    title: 'User',
    access: permission('users.read'),
    purpose: 'One user: access with the path of each item, groups, sessions, activity',
  },
  groups: { path: '/groups', title: 'Groups', access: permission('groups.read'), purpose: 'Find any group' },
  group: {
    path: '/groups/:group',
    title: 'Group',
    access: permission('groups.read'),
    purpose: 'Members, nested groups, and what the group brings',
  },
  applications: {
    path: '/applications',
    title: 'Applications',
    access: licetToken,
    purpose: 'Everything that is protected',
  },
  application: {
    path: '/applications/:application',
    title: 'Application',
    access: permissionOrOwner('applications.read'),
    purpose: 'One application: overview, roles and permissions, access, usage, settings',
  },
  role: {
    path: '/applications/:application/roles/:role',
    title: 'Role',
    access: permissionOrOwner('applications.read'),
    purpose: 'One role: its permissions as a tree, their use, its holders, and the comparison with another role',
  },
  fewestRoles: {
    path: '/applications/:application/fewest-roles',
    title: 'Fewest roles',
    access: permissionOrOwner('applications.read'),
    purpose: 'The fewest roles that give the same access, fewer roles with deviations, and the plan that makes them',
  },
  inbox: {
    path: '/inbox',
    title: 'Inbox',
    access: licetToken,
    purpose: 'What waits for me: requests, access that ends, reviews, emergencies, a draft; my own requests',
  },
  requests: {
    path: '/requests',
    title: 'Requests',
    access: licetToken,
    purpose: 'The former address of the Inbox. It leads there.',
  },
  reviews: {
    path: '/reviews',
    title: 'Reviews',
    access: licetToken,
    purpose: 'Reviews of access: those with lines for oneself, how far each is, and opening one',
  },
  review: {
    path: '/reviews/:review',
    title: 'Review',
    access: licetToken,
    purpose: 'The lines of a review, decided by the keyboard, and its closing',
  },
  changes: {
    path: '/changes',
    title: 'Changes',
    access: licetToken,
    purpose:
      'Several changes of access as one draft: what they would bring together, and making all of them or none; and those that were applied',
  },
  differences: {
    path: '/differences',
    title: 'Compare',
    access: licetToken,
    purpose: 'Who holds what otherwise at one time than at another: of a user, a role, a group or an application',
  },
  changeSet: {
    path: '/changes/:no',
    title: 'Change set',
    access: licetToken,
    purpose: 'Changes that were applied together: who and why, what they did, and reverting them',
  },
  explain: {
    path: '/explain',
    title: 'Check',
    access: licetToken,
    purpose: 'May somebody do something; who may do something; with every path',
  },
  audit: {
    path: '/audit',
    title: 'Audit',
    access: permission('audit.read'),
    purpose: 'Every change and sign-in; verify the chain',
  },
  ending: {
    path: '/ending',
    title: 'Ending',
    access: licetToken,
    purpose:
      'Grants, roles taken at once and exceptions that end soon, over all applications: to extend, to shorten, to end',
  },
  emergencies: {
    path: '/emergencies',
    title: 'Emergencies',
    access: licetToken,
    purpose: 'Roles that one may take at once; those that were taken, and what their review found',
  },
  separations: {
    path: '/separations',
    title: 'Separation of duties',
    access: permissionOr('access.read', 'separations.manage'),
    purpose: 'Who holds what nobody may hold together, now or on any day; the rules, and their exceptions',
  },
  settings: {
    path: '/settings',
    title: 'Settings',
    access: permission('settings.manage'),
    purpose: 'Leads to the first tab of the settings',
  },
  settingsTab: {
    path: '/settings/:tab',
    title: 'Settings',
    access: permission('settings.manage'),
    purpose: 'How the organisation is called, and how mail is sent',
  },
  inspect: {
    path: '/inspect',
    title: 'Inspect a token',
    access: anyone,
    purpose: 'What a token says and permits, entirely in the browser',
  },
  me: { path: '/me', title: 'My account', access: licetToken, purpose: 'Profile, password, sessions, my access' },
} as const satisfies Record<string, Screen>;
export type ScreenName = keyof typeof screens;
