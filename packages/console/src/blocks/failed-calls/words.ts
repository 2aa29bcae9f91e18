import { formatList } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';

/** Texts of the report about failed calls. */
export const words = {
  missing: (what: readonly string[]) =>
    `Part of this page could not be loaded${what.length > 0 ? ` (${formatList(what)})` : ''}.`,
  old: (what: readonly string[]) =>
    `Part of this page could not be renewed${what.length > 0 ? ` (${formatList(what)})` : ''}. It shows older data.`,
  /** By the first part of the query's key. */
  of: {
    access: 'access',
    appearance: 'appearance',
    applications: 'applications',
    audit: 'audit log',
    connections: 'connections',
    differences: 'differences',
    emergencies: 'emergencies',
    endings: 'ending access',
    groups: 'groups',
    inbox: 'Inbox',
    invitations: 'invitations',
    mail: 'e-mail',
    me: 'own account',
    'over-time': 'figures over time',
    plans: 'change sets',
    policy: 'sign-in rules',
    requests: 'requests',
    reviews: 'reviews',
    roles: 'roles',
    separations: 'separation rules',
    settings: 'settings',
    users: 'users',
    views: 'saved views',
  },
};

catalogue('blocks.failed-calls', { words });
