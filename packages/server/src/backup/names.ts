import type { BackupHeader } from './header.ts';

/** The name that Licet gives a backup: names sort by time. */
export const nameOf = ({ madeAt, change, id }: BackupHeader): string =>
  `licet-${madeAt.slice(0, 19).replaceAll(':', '')}Z-${change}-${id.slice(0, 8)}.backup`;

/** The time in a name of a backup, in ISO 8601 without fractions; undefined for any other name. */
export function instantIn(name: string): string | undefined {
  const [, day, hour, minute, second] =
    /^licet-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z-\d+-[0-9a-f]{8}\.backup$/.exec(name) ?? [];
  return day && `${day}T${hour}:${minute}:${second}Z`;
}
