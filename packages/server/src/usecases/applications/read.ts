import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { roleMatrix as readRoleMatrix, userMatrix as readUserMatrix } from '../../store/access/matrix.ts';
import { peopleOverTime } from '../../store/access/over-time.ts';
import {
  catalogueOf,
  describeApplication,
  listApplications,
  listOwners,
} from '../../store/applications/applications.ts';
import { hasRole } from '../../store/roles/roles.ts';
import { listUnused, listUnusedInRoles } from '../../store/usage/unused.ts';
import { firstReport, listUsage, usageOverTime } from '../../store/usage/usage.ts';
import { noApplication } from '../authorise.ts';
import { requireApplication, requirePermission } from '../require.ts';
import { endsOf, requireSeries } from '../series.ts';
import { reading, readingInTurn } from '../use-case.ts';

/** All applications for callers who may see all; else those that they own. */
export const list = reading('applications.list', async ({ snapshot, access, query }) => {
  return listApplications(snapshot, query, access.can('applications.read') ? undefined : [...access.owns]);
});

export const get = reading('applications.get', async ({ snapshot, params }) => {
  const { factId, id } = await requireApplication(snapshot, params.application);
  return (await describeApplication(snapshot, factId)) ?? noApplication(id);
});

export const owners = reading('applications.owners', async ({ snapshot, params }) => {
  const { factId } = await requireApplication(snapshot, params.application);
  return { items: await listOwners(snapshot, factId) };
});

export const usage = reading('applications.usage', async ({ snapshot, params, query }) => {
  const { factId } = await requireApplication(snapshot, params.application);
  const { never, ...rest } = query;
  const found = await listUsage(snapshot, factId, { ...rest, never: never === 'true' });
  return { ...found, since: await firstReport(snapshot, factId) };
});

export const usageSeries = reading('applications.usageSeries', async ({ snapshot, params, query }) => {
  const { factId } = await requireApplication(snapshot, params.application);
  const period = requireSeries(snapshot, query);
  return { by: period.by, points: await usageOverTime(snapshot, factId, query.permission, period) };
});

export const accessSeries = readingInTurn('applications.accessSeries', async ({ snapshot, params, query }) => {
  const application = await requireApplication(snapshot, params.application);
  const { factId } = application;
  const { role, permission } = query;
  if (role !== undefined && permission !== undefined) refuse('invalid_request', 'role_and_permission', {});
  // Counting accepts any id. Without this check, the id of a group would reveal the number of its members.
  if (role !== undefined && !(await hasRole(snapshot, application.id, role)))
    refuse('not_found', 'role_unknown', { application: application.name, role });
  if (permission !== undefined) await requirePermission(snapshot, application, permission);
  const period = requireSeries(snapshot, query);
  const ends = endsOf(snapshot, period);
  const held = { application: factId, role, permission };
  const people = await peopleOverTime(
    snapshot,
    held,
    ends.map(({ at }) => at),
  );
  return { by: period.by, points: ends.map((end, place) => ({ ...end, people: people[place] ?? 0 })) };
});

export const roleMatrix = reading('applications.roleMatrix', async ({ snapshot, params }) => {
  const { factId } = await requireApplication(snapshot, params.application);
  return readRoleMatrix(snapshot, factId);
});

/** Lists users with their roles. Callers who may see group members can filter by group. */
export const userMatrix = reading('applications.userMatrix', async ({ snapshot, access, params, query }) => {
  const application = await requireApplication(snapshot, params.application);
  if (query.role !== undefined && !(await hasRole(snapshot, application.id, query.role)))
    refuse('not_found', 'role_unknown', { application: application.name, role: query.role });
  if (query.group !== undefined && !access.can('groups.read')) {
    const permission = 'groups.read';
    refuse('forbidden', 'filter_needs_permission', { filter: 'group', permission }, { permission });
  }
  return readUserMatrix(snapshot, { key: application.id, id: application.factId }, query);
});

export const unused = reading('applications.unused', async ({ snapshot, params, query }) => {
  const { factId } = await requireApplication(snapshot, params.application);
  const { days = limits.usageWindow.value, ...rest } = query;
  return { ...(await listUnused(snapshot, factId, { ...rest, days })), days };
});

/** The permissions of roles that no holder has exercised for some time. */
export const unusedInRoles = reading('applications.unusedInRoles', async ({ snapshot, params, query }) => {
  const { factId } = await requireApplication(snapshot, params.application);
  const { days = limits.usageWindow.value, ...rest } = query;
  return { ...(await listUnusedInRoles(snapshot, factId, { ...rest, days })), days };
});

/** All permission names of the calling program's application. */
export const catalogue = reading('applications.catalogue', async ({ snapshot, caller }) => {
  if (caller.kind !== 'service') refuse('not_a_service', 'programs_only', {});
  const { factId, id } = await requireApplication(snapshot, caller.audience);
  return { application: id, version: snapshot.no, ...(await catalogueOf(snapshot, factId)) };
});
