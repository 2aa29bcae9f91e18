// The shapes that Licet's API answers with, as far as an application sees them. A type test holds them to the contract, which
// is not shipped with applications.

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Asked extends Named {
  readonly kind: 'role' | 'permission';
  readonly title: string;
}

/** A request for access and what became of it. Instants are ISO 8601. */
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
    /** Who took the approval back; null unless somebody did. */
    readonly undone?: { readonly by: Named | null; readonly at: string } | null;
    /** Whether its grant is over: revoked, or ended earlier than planned. */
    readonly over?: boolean;
  } | null;
  /** The steps of the approval while it waits: what is done, whose turn it is, what follows. */
  readonly steps?: readonly RequestStep[];
  /** The approvals so far. */
  readonly votes?: readonly { readonly step: number; readonly by: Named; readonly at: string }[];
  /** How many seconds half of the application's requests took to be decided; null where they are too few to tell. */
  readonly usualSeconds?: number | null;
  /** How many comments there are. */
  readonly comments?: number;
  readonly version: number;
}

/** A step of an approval: how many have to approve, and who may. */
export interface RequestStep {
  readonly state: 'done' | 'now' | 'later';
  readonly needed: number;
  readonly given: number;
  readonly deciders: readonly Named[];
  readonly deciderCount: number;
}

/** What somebody said about a request. */
export interface RequestComment {
  readonly id: string;
  readonly by: Named;
  readonly at: string;
  readonly text: string;
}

/** One way in which access comes: through groups, the grant, and the roles it brings; no roles: granted alone. */
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

/** One decision about the person who is signed in, explained. */
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
  /** A role that the person may take at once and that brings it, and for how many seconds they then have it; null or nothing where there is none. */
  readonly atOnce?: { readonly role: Named & { readonly title: string }; readonly seconds: number } | null;
}

/** The roles that the person may take at once in an application, and for how many seconds they then have each. */
export interface OffersAtOnce {
  readonly items: readonly NonNullable<OwnDecision['atOnce']>[];
}

/** A role that was taken at once, and until when the person has it. */
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
