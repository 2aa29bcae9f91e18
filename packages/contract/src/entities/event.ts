import * as z from 'zod';
import { accessSummary } from './access.ts';
import { grant } from './application.ts';
import { instant, ref, version } from './common.ts';
import { accessRequest } from './request.ts';
import { user } from './user.ts';

/** Every kind of change that the audit chain knows. */
export const eventAction = z.enum([
  'licet.set_up',
  'licet.admin_recovered',
  'licet.upgraded',
  'user.created',
  'user.changed',
  'user.suspended',
  'user.reactivated',
  'user.deleted',
  'user.activated',
  'user.password_link_made',
  'user.password_set',
  'user.password_changed',
  'user.sessions_ended',
  'group.created',
  'group.changed',
  'group.deleted',
  'group.member_added',
  'group.member_removed',
  'application.created',
  'application.changed',
  'application.deleted',
  'application.owner_added',
  'application.owner_removed',
  'application.imported',
  'permission.created',
  'permission.changed',
  'permission.deleted',
  'role.created',
  'role.changed',
  'role.deleted',
  'grant.created',
  'grant.changed',
  'grant.revoked',
  'request.asked',
  'request.approved',
  'request.denied',
  'request.withdrawn',
  'client.created',
  'client.changed',
  'client.deleted',
  'client.secret_made',
  'settings.changed',
  'key.rotated',
]);
export type EventAction = z.infer<typeof eventAction>;

export const actor = z.strictObject({
  kind: z.enum(['user', 'operator', 'system']),
  id: z.string().nullable(),
  name: z.string(),
});
export type Actor = z.infer<typeof actor>;

/** One change: who did what to what, before and after by name, and its place in the hash chain. */
export const event = z.strictObject({
  no: z.int(),
  at: instant,
  actor,
  action: eventAction,
  application: z.string().nullable(),
  target: z.strictObject({ kind: z.string(), id: z.string(), name: z.string() }),
  before: z.json(),
  after: z.json(),
  hash: z.string(),
  previousHash: z.string(),
});
export type Event = z.infer<typeof event>;

export const chainReport = z.strictObject({
  whole: z.boolean(),
  events: z.int(),
  firstBroken: z.int().nullable(),
  head: z.string(),
});

export const settings = z.strictObject({ organisation: z.string(), version });
export type Settings = z.infer<typeof settings>;

export const signingKey = z.strictObject({
  kid: z.string(),
  state: z.enum(['next', 'current', 'retired']),
  algorithm: z.string(),
  createdAt: instant,
  retiredAt: instant.nullable(),
});

/** What the search of the command palette and the pickers finds. */
export const found = z.strictObject({
  kind: z.enum(['user', 'group', 'application', 'role', 'permission']),
  id: z.string(),
  name: z.string(),
  detail: z.string(),
  application: z.string().nullable(),
});
export type Found = z.infer<typeof found>;

/** Who is signed in, and what they may do in Licet itself. */
export const me = z.strictObject({
  user,
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  owns: z.array(z.string()),
  hasPassword: z.boolean(),
});
export type Me = z.infer<typeof me>;

/** The first page: what needs attention, as far as the viewer may see it. */
export const home = z.strictObject({
  applications: z.array(accessSummary),
  counts: z.strictObject({ users: z.int(), groups: z.int(), applications: z.int() }).nullable(),
  ending: z.array(grant),
  /** Requests that wait for the viewer's decision: the first few, and how many there are. */
  waiting: z.strictObject({ items: z.array(accessRequest), total: z.int() }),
  /** The viewer's own requests that wait, or were decided lately. */
  requests: z.array(accessRequest),
  latest: z.array(event),
  guide: z
    .strictObject({
      application: ref.nullable(),
      permissions: z.boolean(),
      role: z.boolean(),
      user: z.boolean(),
      grant: ref.nullable(),
      client: z.boolean(),
    })
    .nullable(),
});
export type Home = z.infer<typeof home>;

export const setupState = z.strictObject({ needed: z.boolean(), database: z.string(), signingKey: z.string() });
export const linkState = z.strictObject({ username: z.string(), name: z.string(), expiresAt: instant });
