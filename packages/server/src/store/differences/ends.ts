import type { Brought } from '../plan/bringing.ts';

/** A grant from an instant on. `starts` is empty if it has begun; `ends` is `infinity` without an end. */
export interface Lasting {
  readonly thing: string;
  readonly starts: string;
  readonly ends: string;
}

/** The end of everything that a user holds by grants: by name, `infinity` without an end. */
export interface Ends {
  readonly roles: ReadonlyMap<string, string>;
  readonly permissions: ReadonlyMap<string, string>;
  readonly admin: boolean;
}

/** The end of everything that is held at the instant of the grants: grants that follow without a gap count as one. */
export function endsOf(grants: readonly Lasting[], brings: ReadonlyMap<string, Brought>): Ends {
  const sorted = grants.toSorted((a, b) => (a.starts < b.starts ? -1 : a.starts > b.starts ? 1 : 0));
  const ends = { roles: new Map<string, string>(), permissions: new Map<string, string>(), admin: false };
  for (const { thing, starts, ends: end } of sorted) {
    const brought = brings.get(thing);
    if (!brought) continue;
    if (starts === '' && brought.admin) ends.admin = true;
    for (const kind of ['roles', 'permissions'] as const)
      for (const name of brought[kind]) {
        const until = ends[kind].get(name);
        const follows = starts === '' || (until !== undefined && until >= starts);
        if (follows && (until === undefined || end > until)) ends[kind].set(name, end);
      }
  }
  return ends;
}
