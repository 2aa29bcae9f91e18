// The fields of Licet's API responses that applications use. They are declared here, because applications do not
// include the contract. A type test compares them with the contract.

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Asked extends Named {
  readonly kind: 'role' | 'permission';
  readonly title: string;
}

/** A request for access and its outcome. Times are in ISO 8601. */
export interface AccessRequest {
  readonly id: string;
  readonly application: Named;
  readonly asks: Asked;
  readonly seconds: number;
  readonly reason: string;
  readonly place: string;
  readonly state: 'pending' | 'approved' | 'denied' | 'withdrawn' | 'expired';
  readonly askedAt: string;
  readonly lapsesAt: string;
  readonly decision: {
    readonly by: Named | null;
    readonly at: string;
    readonly gives: Asked | null;
    readonly seconds: number | null;
    readonly note: string;
    readonly ends: string | null;
    /** Who withdrew the approval, and when. Null if the approval was not withdrawn. */
    readonly undone?: { readonly by: Named | null; readonly at: string } | null;
    /** True if the grant was revoked, or ended earlier than planned. */
    readonly over?: boolean;
  } | null;
  /** The approval steps of a pending request: done, current and later steps. */
  readonly steps?: readonly RequestStep[];
  /** The approvals so far. */
  readonly votes?: readonly { readonly step: number; readonly by: Named; readonly at: string }[];
  /** The median time to a decision in the application, in seconds; null if there are too few decisions. */
  readonly usualSeconds?: number | null;
  readonly comments?: number;
  readonly version: number;
}

/** An approval step, with its approvers and the number of required approvals. */
export interface RequestStep {
  readonly state: 'done' | 'now' | 'later';
  readonly needed: number;
  readonly given: number;
  readonly deciders: readonly Named[];
  readonly deciderCount: number;
}

export interface RequestComment {
  readonly id: string;
  readonly by: Named;
  readonly at: string;
  readonly text: string;
}

/**
 * One path through which a user has access: the groups, the grant and the roles. Without roles, the permission was
 * granted directly.
 */
export interface AccessPath {
  readonly grant: string;
  readonly groups: readonly Named[];
  readonly roles: readonly Named[];
  readonly admin: boolean;
  readonly starts: string;
  readonly ends: string | null;
  readonly reason: string;
  readonly request: string | null;
}

/** An explained decision about the signed-in user. */
export interface OwnDecision {
  readonly application: Named;
  readonly permission: { readonly name: string; readonly title: string; readonly known: boolean };
  readonly permitted: boolean;
  readonly reason: 'admin' | 'listed' | 'not_listed';
  readonly at: string;
  readonly version: number;
  readonly paths: readonly AccessPath[];
  readonly pathCount: number;
  readonly until: string | null;
  readonly roles: readonly (Named & { readonly title: string })[];
  readonly deciders: readonly Named[];
  readonly deciderCount: number;
  readonly heldUntil: string | null;
  readonly request: AccessRequest | null;
  /**
   * A role that contains the permission and that the user may take as emergency access, with its duration in seconds.
   * Null or omitted if there is none.
   */
  readonly atOnce?: { readonly role: Named & { readonly title: string }; readonly seconds: number } | null;
}

/** The roles that the user may take in an application without approval, each with its duration in seconds. */
export interface OffersAtOnce {
  readonly items: readonly NonNullable<OwnDecision['atOnce']>[];
}

/** A role that the user took without approval, and when it ends. */
export interface TakenAtOnce {
  readonly role: Named & { readonly title: string };
  readonly ends: string;
}

/** The names of an application's permissions and roles. */
export interface Catalogue {
  readonly application: string;
  readonly version: number;
  readonly permissions: readonly { readonly name: string; readonly title: string }[];
  readonly roles: readonly { readonly name: string; readonly title: string }[];
}
