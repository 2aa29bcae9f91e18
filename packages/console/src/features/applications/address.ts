import { calls } from '@licet/contract';
import * as z from 'zod';
import { listAddress } from '../../blocks/lists/list-address.ts';
import { addressReader, flag } from '../../blocks/read-address.ts';

/**
 * The tabs of an application, with their parts. The parameter `tab` names the part, so that each part has its own
 * address. The first part is the one that the tab opens.
 */
export const tabs = {
  overview: ['overview'],
  roles: ['roles', 'permissions', 'matrix'],
  access: ['grants'],
  usage: ['usage'],
  settings: ['details', 'clients', 'sign-in', 'integration'],
} as const;
export type TabName = keyof typeof tabs;
export type PartName = (typeof tabs)[TabName][number];

export const tabNames = Object.keys(tabs) as readonly TabName[];
const partNames = Object.values(tabs).flat();

/** The tab that contains a part. */
export const tabOf = (part: PartName): TabName =>
  tabNames.find((name) => (tabs[name] as readonly PartName[]).includes(part)) ?? 'overview';

/** The frameworks for which the Integration tab has code. */
export const codePlaces = [
  'react',
  'next',
  'react-router',
  'tanstack-start',
  'express',
  'fastify',
  'sql',
  'curl',
] as const;

/** The address of the list of applications. */
export const readApplications = addressReader(calls.applications.list.query, { ...listAddress, add: flag });

const some = z.string();

/**
 * The address of one application: the queries of its lists, and the open item. Each tab validates `sort` for its own
 * list.
 */
export const readApplication = addressReader(calls.grants.list.query, {
  ...listAddress,
  tab: z.enum(partNames),
  sort: some,
  open: some,
  /** The open row is being edited. */
  edit: flag,
  /** The policy of the open role is being edited. */
  policy: flag,
  /** The form for a new item of the tab is open. */
  add: flag,
  import: flag,
  /** The holders of the new grant: ids of users and of groups, separated by commas. */
  to: some,
  toGroup: some,
  /** The holder of the new grant, if it is a program of this application. */
  toProgram: some,
  /** The client that the code is for. */
  client: some,
  /** The framework of the code. */
  code: z.enum(codePlaces),
  /** Only permissions that were never used. */
  never: flag,
  /** Only grants that have not been used for this number of days. */
  unused: some,
  /** Only permissions of roles that have not been used for this number of days. */
  unusedIn: some,
  /**
   * The next four parameters belong to the matrix: the kind of rows, the group that filters users, the search for
   * permissions, and the column order.
   */
  rows: z.enum(['people', 'roles']),
  inGroup: z.uuid(),
  columns: some,
  columnSort: some,
});
export type ApplicationAddress = ReturnType<typeof readApplication>;

/** The address of one role: what its tree shows, and the role that it is compared with. */
export const readRole = addressReader(z.object({ q: some }), {
  show: z.enum(['in', 'unused']),
  compare: z.uuid(),
});
