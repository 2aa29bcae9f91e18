import type { Decision } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import type { Deciders } from '../requests/deciders.ts';
import { type AskedAbout, type DecisionBasis, type Missing, readDecisionBasis } from './basis.ts';
import { type Goal, type Paths, waysOf } from './paths.ts';
import { type HeldGrant, loadPrincipals } from './principals.ts';
import { remediesFor } from './remedies.ts';
import type { Leads } from './role-graph.ts';
import type { CataloguePermission, Party, Subject } from './subjects.ts';

/** A decision with the data that it was computed from. */
export interface Reasoned extends DecisionBasis {
  /** The decision without remedies and approvers. */
  readonly decision: Omit<Decision, 'remedies' | keyof Deciders>;
}

type AskedToDecide = AskedAbout & { readonly permission: string };

/** Whether a user or a program may do something in an application at the snapshot, why, until when, and what would change it. */
export async function decide(
  snapshot: Snapshot,
  asked: AskedToDecide,
): Promise<Omit<Decision, keyof Deciders> | Missing> {
  const reasoned = await reason(snapshot, asked);
  if (typeof reasoned === 'string') return reasoned;
  return { ...reasoned.decision, remedies: await remediesOf(snapshot, reasoned) };
}

/** The remedies for a refusal. Empty if it needs none. */
export async function remediesOf(snapshot: Snapshot, reasoned: Reasoned): Promise<Decision['remedies']> {
  return needsRemedies(reasoned) ? remediesFor(snapshot, reasoned) : [];
}

/** False if the decision permits, the user is suspended, or the catalogue has no such permission. */
export const needsRemedies = (
  reasoned: Reasoned,
): reasoned is Reasoned & { readonly permission: CataloguePermission } =>
  !reasoned.decision.permitted && reasoned.decision.reason !== 'suspended' && reasoned.permission !== undefined;

/** Decides without remedies. Also returns the data behind the decision. */
export async function reason(snapshot: Snapshot, asked: AskedToDecide): Promise<Reasoned | Missing> {
  const basis = await readDecisionBasis(snapshot, asked);
  if (typeof basis === 'string') return basis;
  const { party: user, application, permission, held, leads } = basis;
  const suspended = user.status === 'suspended';
  const listed = permission !== undefined && held.permissions.includes(permission.id);
  const { ways, until } = suspended ? nothing : await explain(snapshot, user, application, permission, leads);
  const decision = {
    user: { kind: user.kind, id: user.id, name: user.name, detail: user.detail },
    application: { id: application.key, name: application.name },
    permission: { name: asked.permission, title: permission?.title ?? '', known: permission !== undefined },
    at: snapshot.at,
    version: snapshot.no,
    permitted: !suspended && (held.admin || listed),
    reason: suspended
      ? ('suspended' as const)
      : held.admin
        ? ('admin' as const)
        : listed
          ? ('listed' as const)
          : ('not_listed' as const),
    ...ways,
    held: { roles: [...held.roles], permissions: held.permissions.length },
    until,
  };
  return { ...basis, decision };
}

async function explain(
  snapshot: Snapshot,
  user: Party,
  application: Subject,
  permission: CataloguePermission | undefined,
  leads: Leads,
): Promise<{ ways: Paths; until: string | null }> {
  const goal: Goal = { permission: permission?.id ?? null, roles: leads.holding, admin: leads.admin };
  const filter = { roles: [...leads.nodes.keys()], permission: permission?.id ?? null };
  const principals = await loadPrincipals(snapshot, [user.id], application.id, filter);
  const found = waysOf(principals, leads, snapshot.at);
  return {
    ways: await found.to(user.id, goal),
    until: changeOf(await found.grantsFor(user.id, goal), snapshot.at),
  };
}

const nothing = { ways: { paths: [], pathCount: 0 }, until: null };

/**
 * Returns the next instant at which these grants change the answer: the end of the uninterrupted period that they
 * cover, or the first start if none is in force.
 */
function changeOf(grants: readonly HeldGrant[], at: string): string | null {
  let end = at;
  for (const { starts, ends } of grants.toSorted((a, b) => (a.starts < b.starts ? -1 : 1))) {
    if (starts > end) break;
    if (ends > end) end = ends;
  }
  if (end > at) return end === 'infinity' ? null : end;
  const starts = grants.map((grant) => grant.starts).sort();
  return starts[0] ?? null;
}
