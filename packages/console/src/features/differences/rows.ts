import type { Difference, DifferenceGrant, DifferenceMoment } from '@licet/contract';
import { compareNames } from '@licet/contract';

/** One grant by which somebody gained or lost something, with what it brought of that. */
export interface DifferenceRow {
  readonly id: string;
  readonly holder: Difference['holder'];
  readonly application: Difference['application'];
  readonly side: 'gained' | 'lost';
  /** The role that was gained or lost as a whole; null where single permissions were. */
  readonly role: string | null;
  readonly permissions: readonly string[];
  /** Missing where no grant is known any more. */
  readonly grant: DifferenceGrant | null;
  readonly moment: DifferenceMoment;
}

export const differenceOrders = ['holder', 'gives'] as const;
export type DifferenceOrder = (typeof differenceOrders)[number];

/** Differences as rows: by person as the server sorts them, or by what was granted. */
export function rowsOf(differences: readonly Difference[], by: DifferenceOrder): DifferenceRow[] {
  const rows = differences.flatMap((line) =>
    line.moments.flatMap((moment) => [
      ...rowsOfSide(line, moment, 'gained', moment.gains, moment.gainedBy),
      ...rowsOfSide(line, moment, 'lost', moment.loses, moment.lostFrom),
    ]),
  );
  return by === 'holder' ? rows : rows.toSorted((a, b) => compareNames(givesOf(a), givesOf(b)));
}

/** What a row is about in one name: that of the role or permission that the grant gives. */
export const givesOf = ({ grant, role, permissions }: DifferenceRow): string =>
  grant?.gives.name ?? role ?? permissions[0] ?? '';

function rowsOfSide(
  { holder, application }: Difference,
  moment: DifferenceMoment,
  side: DifferenceRow['side'],
  names: DifferenceMoment['gains'],
  grants: readonly DifferenceGrant[],
): DifferenceRow[] {
  const row = (grant: DifferenceGrant | null, role: string | null, permissions: readonly string[]) => ({
    id: [holder.id, application.id, moment.at, side, grant?.id ?? '', role ?? ''].join(' '),
    ...{ holder, application, side, role, permissions, grant, moment },
  });
  if (names.roles.length + names.permissions.length === 0) return [];
  if (grants.length === 0) return [row(null, names.roles[0] ?? null, names.permissions)];
  return grants.map((grant) =>
    row(grant, names.roles.includes(grant.gives.name) ? grant.gives.name : null, grant.brings),
  );
}
