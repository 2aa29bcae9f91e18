import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The tabs of an application. */
export const tabs = [
  'overview',
  'permissions',
  'roles',
  'matrix',
  'grants',
  'clients',
  'sign-in',
  'integration',
  'usage',
] as const;
export type TabName = (typeof tabs)[number];

/** What somebody may have that the code of Integration goes into. */
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
export const readApplications = addressReader(calls.applications.list.query, { add: flag });

const some = z.string();

/** The address of one application: what its lists take, and what is open. Each tab reads the sort by its own list. */
export const readApplication = addressReader(calls.grants.list.query, {
  tab: z.enum(tabs),
  sort: some,
  open: some,
  /** The open row is being edited. */
  edit: flag,
  /** How the open role may be given is being changed. */
  policy: flag,
  /** Something new is being made. */
  add: flag,
  import: flag,
  /** Who the new grant is for: ids of users and of groups, separated by commas. */
  to: some,
  toGroup: some,
  /** And a program of this application. */
  toProgram: some,
  /** The client that the code is for. */
  client: some,
  /** What the code is for. */
  code: z.enum(codePlaces),
  /** Only what nobody has exercised. */
  never: flag,
  /** The grants that nobody exercised for so many days. */
  unused: some,
  /** The permissions of roles that nobody exercised for so many days. */
  unusedIn: some,
  /** The matrix: of roles instead of people, people in a group, which permissions, and their order. */
  rows: z.enum(['people', 'roles']),
  inGroup: z.uuid(),
  columns: some,
  columnSort: some,
});
export type ApplicationAddress = ReturnType<typeof readApplication>;
