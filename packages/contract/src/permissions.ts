/** The permissions of Licet's own application, for its console and API. */
export const licetPermissions = {
  'users.read': 'See users, their sessions and sign-ins',
  'users.manage': 'Create, change, suspend and delete users; make set-password links; end sessions',
  'credentials.reset': 'Reset how users sign in, even if the holder may not grant their access',
  'groups.read': 'See groups and their members',
  'groups.manage': 'Create, change and delete groups; add and remove members',
  'applications.read': 'See every application, its permissions, roles, grants and clients',
  'applications.manage': 'Create, change and delete applications, their permissions, roles, clients and owners',
  'grants.manage': 'Give and take roles and permissions in every application but Licet itself',
  'access.read': 'See what anyone may do in any application, and why; export it',
  'audit.read': 'See every change and sign-in; verify the audit chain',
  'separations.manage': 'Say what nobody may hold together, and let somebody for a time',
  'reviews.manage': 'Open and close reviews of access, and see their lines',
  'settings.manage': 'Change the settings of the organisation',
  'keys.manage': 'See signing keys and rotate them',
} as const;

export type LicetPermission = keyof typeof licetPermissions;

/** The initial roles of Licet's own application, besides `admin`. */
export const licetRoles: Readonly<Record<string, { title: string; permissions: readonly LicetPermission[] }>> = {
  auditor: {
    title: 'Sees everything, changes nothing',
    permissions: ['users.read', 'groups.read', 'applications.read', 'access.read', 'audit.read'],
  },
  'user-manager': {
    title: 'Looks after users and groups',
    permissions: ['users.read', 'users.manage', 'groups.read', 'groups.manage'],
  },
  'help-desk': {
    title: 'Helps users sign in',
    permissions: ['users.read', 'users.manage', 'credentials.reset', 'access.read'],
  },
  'application-manager': {
    title: 'Looks after applications and who may use them',
    permissions: [
      'users.read',
      'groups.read',
      'applications.read',
      'applications.manage',
      'grants.manage',
      'access.read',
    ],
  },
};
