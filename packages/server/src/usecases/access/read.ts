import { type Access, type AccessSummary, type CallOf, limits } from '@licet/contract';
import { channelOf } from '../../channel.ts';
import { previewFacts, tokenSize, tokenSizeOf, wholeClaims } from '../../identity/tokens/token-claims.ts';
import { refuse } from '../../refusal.ts';
import {
  type AskedAbout,
  type Basis,
  type Missing,
  type PermissionBasis,
  readBasis,
  readPermissionBasis,
} from '../../store/access/basis.ts';
import { needsRemedies, reason, remediesOf } from '../../store/access/decide.ts';
import { explainAccess, type ItemsQuery } from '../../store/access/explained.ts';
import { holders as holdersIn } from '../../store/access/holders.ts';
import { nearestPermissions } from '../../store/access/nearest.ts';
import { periodsHeld } from '../../store/access/periods.ts';
import { summaries } from '../../store/access/principals.ts';
import { sizeOf } from '../../store/access/role-graph.ts';
import {
  applicationByKey,
  type CataloguePermission,
  permissionByName,
  type Subject,
} from '../../store/access/subjects.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { decidersFor } from '../../store/requests/deciders.ts';
import { gainsOverTime } from '../../store/usage/gains.ts';
import { lastUses, lastUsesBy } from '../../store/usage/usage.ts';
import { noApplication } from '../authorise.ts';
import { turns } from '../in-turn.ts';
import { slowAnswers } from '../large-applications.ts';
import { requireSeries } from '../series.ts';
import { type Asked, type Reply, reading, readingInParts, readingInTurn } from '../use-case.ts';

/** @throws Refusal `not_found` when there was no such application at the snapshot */
export async function requireSubject(snapshot: Snapshot, key: string): Promise<Subject> {
  return (await applicationByKey(snapshot, key)) ?? noApplication(key);
}

/**
 * Returns the data that was read about a principal in an application.
 * @throws Refusal `not_found` if the application or the principal did not exist at the snapshot
 */
export function requireBoth<Found>(found: Found | Missing, { application, party }: AskedAbout): Found {
  if (found === 'application') return noApplication(application);
  if (found === 'party') return refuse('not_found', 'party_unknown', { party });
  return found as Found;
}

/** @throws Refusal `unknown_permission`, with similar names */
export async function requireListed(
  snapshot: Snapshot,
  application: Subject,
  name: string,
): Promise<CataloguePermission> {
  const permission = await permissionByName(snapshot, application.id, name);
  return permission ?? refuseUnlisted(snapshot, application, name);
}

/** @throws Refusal `unknown_permission`, with similar names */
async function refuseUnlisted(snapshot: Snapshot, application: Subject, name: string): Promise<never> {
  const near = await nearestPermissions(snapshot, application.id, name);
  return refuse('unknown_permission', 'permission_unlisted', { application: application.name, permission: name, near });
}

/** Publishes every decision by Licet; checks that applications make from a token are not included. */
export const decisions = channelOf<{ readonly permitted: boolean }>('licet.access.decision');

/** Effective access of a user, with the path of each item. */
export const get = reading('access.get', async ({ snapshot, params, query, issuer }) => {
  const asked = { application: params.application, party: params.user };
  const basis = requireBoth(await readBasis(snapshot, asked), asked);
  const access = await accessOf(snapshot, issuer, basis, query);
  return snapshot.asOf === undefined ? withUse(snapshot, basis, access) : access;
});

/** Adds the last use of each listed permission by the user, as the application reported it. */
async function withUse(snapshot: Snapshot, { application, party }: Basis, access: Access): Promise<Access> {
  const { permissions } = access;
  const uses = await lastUses(
    snapshot,
    application.id,
    party.id,
    permissions.items.map(({ id }) => id),
  );
  return {
    ...access,
    permissions: {
      ...permissions,
      items: permissions.items.map((item) => ({ ...item, lastUsed: uses.last.get(item.id) ?? null })),
    },
    reportedSince: uses.since,
  };
}

/**
 * The turns in which the remedies of single refusals are computed. Most take milliseconds, and others seconds. An
 * application's server asks for many users.
 */
export const remediesInTurn = turns({ inAll: 4, ofCaller: 2, shared: slowAnswers });

/**
 * Decides one permission and explains the decision. A permission outside the catalogue is not an error: only the role
 * admin permits it.
 */
export const decide = readingInParts(
  'access.decide',
  async ({ snapshot, params, query }) => {
    const asked = { application: params.application, party: query.user, permission: query.permission };
    const reasoned = requireBoth(await reason(snapshot, asked), asked);
    const { application, party, decision } = reasoned;
    return {
      rest: async (later) => {
        decisions.publish({ permitted: decision.permitted });
        const remedies = await remediesOf(later.snapshot, reasoned);
        return { ...decision, remedies, ...(await decidersFor(later.snapshot, application.id, party.id)) };
      },
      isSlow: needsRemedies(reasoned),
      size: sizeOf(reasoned.leads),
    };
  },
  remediesInTurn,
);

/**
 * Lists the periods of the last 12 months in which a principal held a permission, or any access in the application. A
 * permission outside the catalogue is no error, as in a decision.
 */
export const periods = readingInTurn('access.periods', async ({ snapshot, params, query }) => {
  const asked = { application: params.application, party: query.user };
  const { application, party: user } = requireBoth(await readBasis(snapshot, asked), asked);
  const { permission } = query;
  const { title, ...held } = await periodsHeld(snapshot, user.id, application.id, permission);
  return {
    user: { kind: user.kind, id: user.id, name: user.name, detail: user.detail },
    application: { id: application.key, name: application.name },
    permission: permission === undefined ? null : { name: permission, title: title ?? '', known: title !== undefined },
    ...held,
    at: snapshot.at,
    version: snapshot.no,
  };
});

/**
 * Lists the holders of a permission. Refuses a permission outside the catalogue, because the list would contain only
 * holders of the role admin.
 */
export const holders = readingInParts('access.holders', async ({ snapshot, params, query }) => {
  const basis = await readPermissionBasis(snapshot, { ...params, permission: query.permission });
  if (basis === 'application') return noApplication(params.application);
  const permission = basis.permission ?? (await refuseUnlisted(snapshot, basis.application, query.permission));
  return {
    rest: (later) => holdersOf(later.snapshot, { ...basis, permission }, query),
    isSlow: false,
    size: sizeOf(basis.leads),
  };
});

async function holdersOf(
  snapshot: Snapshot,
  basis: PermissionBasis & { readonly permission: CataloguePermission },
  query: Asked<'access.holders'>['query'],
): Promise<Reply<CallOf<'access.holders'>>> {
  const page = await holdersIn(snapshot, basis, query);
  const answer = { ...page, at: snapshot.at, version: snapshot.no, known: true };
  if (snapshot.asOf !== undefined) return answer;
  const ids = page.items.map(({ user }) => user.id);
  const uses = await lastUsesBy(snapshot, basis.application.id, basis.permission.id, ids);
  const items = page.items.map((item) => ({ ...item, lastUsed: uses.last.get(item.user.id) ?? null }));
  return { ...answer, items, reportedSince: uses.since };
}

/**
 * Returns the access of a user, one row for each application. Each row has the size in bytes of a token that lists all
 * of that access. The size includes `issuer`.
 */
export async function accessSummaries(snapshot: Snapshot, issuer: string, userId: string): Promise<AccessSummary[]> {
  const lines = await summaries(snapshot, userId);
  return lines.map(({ key, name, permissionBytes, ...line }) => {
    const roles = line.roles.map((role) => role.name);
    const { no: ver, at } = snapshot;
    const facts = previewFacts(
      { sub: userId, roles, permissions: [], ver, changesAt: line.changesAt, iss: issuer, aud: key },
      at,
    );
    const listBytes = { roles: Buffer.byteLength(JSON.stringify(roles)), permissions: permissionBytes };
    return { application: { id: key, name }, ...line, tokenBytes: tokenSizeOf(facts, listBytes) };
  });
}

/**
 * Returns the effective access of a user or a program in an application, with its paths and the resulting token. If the
 * token would carry a reference, `token.claims` lists nothing, but `token.bytes` is the size with the whole list.
 */
export async function accessOf(
  snapshot: Snapshot,
  issuer: string,
  basis: Basis,
  query: ItemsQuery = {},
): Promise<Access> {
  const { party: user, application } = basis;
  const { effective, roles, permissions } = await explainAccess(snapshot, basis, query);
  const held = {
    roles: effective.roles.map(({ name }) => name),
    permissions: effective.permissions.map(({ name }) => name),
  };
  const { no: ver, at } = snapshot;
  const { changesAt, admin } = effective;
  const claims = wholeClaims(
    previewFacts({ sub: user.id, ...held, ver, changesAt, iss: issuer, aud: application.key }, at),
  );
  const bytes = tokenSize(claims);
  const byReference = bytes > limits.tokenBytes.value;
  return {
    user: { id: user.id, name: user.name },
    application: { id: application.key, name: application.name },
    at,
    version: ver,
    status: user.status,
    admin,
    changesAt,
    roles,
    permissions,
    token: {
      claims: {
        sub: user.id,
        roles: held.roles,
        permissions: byReference ? [] : held.permissions,
        exp: claims.exp,
        ver,
      },
      bytes,
      byReference,
    },
  };
}

/** Counts the grants of the applications that the caller may read, and the memberships for callers who may read groups. */
export const gainSeries = reading('access.gainSeries', async ({ snapshot, access, query }) => {
  const { application } = query;
  const period = requireSeries(snapshot, query);
  const readable = access.can('applications.read');
  const asked = application === undefined ? undefined : [application];
  const applications = readable ? asked : (asked ?? [...access.owns]).filter((key) => access.owns.has(key));
  const memberships = application === undefined && access.can('groups.read');
  return {
    by: period.by,
    points: await gainsOverTime(snapshot, { applications, memberships }, period),
    memberships,
  };
});
