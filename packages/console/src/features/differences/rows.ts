import type { Difference, DifferenceEnd, DifferenceGrant, DifferenceMoment, Page } from '@licet/contract';
import { compareNames } from '@licet/contract';
import { words } from './words.ts';

type Side = 'gained' | 'lost' | 'extended' | 'shortened';

/**
 * One grant by which a user or program gained, lost, extended or shortened access, with the roles and permissions
 * concerned.
 */
export interface DifferenceRow {
  readonly id: string;
  readonly holder: Difference['holder'];
  readonly application: Difference['application'];
  readonly side: Side;
  /** The role, if it was affected as a whole; null if only single permissions were affected. */
  readonly role: string | null;
  readonly permissions: readonly string[];
  /** Null if the grant is no longer known. */
  readonly grant: DifferenceGrant | null;
  /** The former end, or null if there was none. Undefined if the end did not move. */
  readonly was?: string | null | undefined;
  readonly moment: DifferenceMoment;
}

export const differenceOrders = ['holder', 'gives'] as const;
export type DifferenceOrder = (typeof differenceOrders)[number];

/** Differences as rows: in the server's order of holders, or sorted by what was granted. */
export function rowsOf(differences: readonly Difference[], by: DifferenceOrder): DifferenceRow[] {
  const rows = differences.flatMap((line) =>
    line.moments.flatMap((moment) => [
      ...rowsOfSide(line, moment, 'gained', moment.gains, moment.gainedBy),
      ...rowsOfSide(line, moment, 'lost', moment.loses, moment.lostFrom),
      ...moment.movedBy.flatMap((grant) => rowsOfSide(line, moment, sideOf(grant), moment.moves, [grant])),
    ]),
  );
  return by === 'holder' ? rows : rows.toSorted((a, b) => compareNames(givesOf(a), givesOf(b)));
}

/**
 * Returns the text for the number of rows on a page. The server pages by pairs of a holder and an application. A pair can have
 * several rows. `range` is the position of the page in the server's list.
 */
export const countOf = (rows: number, { items, total }: Pick<Page<Difference>, 'items' | 'total'>, range: string) =>
  items.length < total ? words.page(rows, range) : words.count(rows);

/** The name of the role or permission that the grant gives. */
export const givesOf = ({ grant, role, permissions }: DifferenceRow): string =>
  grant?.gives.name ?? role ?? permissions[0] ?? '';

const sideOf = ({ was, ends }: DifferenceEnd) =>
  was !== null && (ends === null || Date.parse(ends) > Date.parse(was)) ? 'extended' : 'shortened';

function rowsOfSide(
  { holder, application }: Difference,
  moment: DifferenceMoment,
  side: DifferenceRow['side'],
  names: DifferenceMoment['gains'],
  grants: readonly (DifferenceGrant | DifferenceEnd)[],
): DifferenceRow[] {
  const row = (grant: DifferenceGrant | DifferenceEnd | null, role: string | null, permissions: readonly string[]) => ({
    id: [holder.id, application.id, moment.at, side, grant?.id, wasOf(grant), role].join(' '),
    holder,
    application,
    side,
    role,
    permissions,
    grant,
    was: wasOf(grant),
    moment,
  });
  if (names.roles.length + names.permissions.length === 0) return [];
  if (grants.length === 0) return [row(null, names.roles[0] ?? null, names.permissions)];
  return grants.map((grant) => row(grant, isWhole(grant, names) ? grant.gives.name : null, grant.brings));
}

/** Whether the role itself was affected, and not only some of its permissions. */
const isWhole = (grant: DifferenceGrant | DifferenceEnd, names: DifferenceMoment['gains']): boolean =>
  names.roles.includes(grant.gives.name) && (!('itself' in grant) || grant.itself);

const wasOf = (grant: DifferenceGrant | DifferenceEnd | null) => (grant && 'was' in grant ? grant.was : undefined);
