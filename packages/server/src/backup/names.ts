import type { BackupHeader } from './header.ts';

/** What a backup is called where Licet names it: names are in the order of time. */
export const nameOf = ({ madeAt, change, id }: BackupHeader): string =>
  `licet-${madeAt.slice(0, 19).replaceAll(':', '')}Z-${change}-${id.slice(0, 8)}.backup`;

/** When a backup of this name was made, in ISO 8601 without fractions; undefined for any other name. */
export function instantIn(name: string): string | undefined {
  const [, day, hour, minute, second] =
    /^licet-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z-\d+-[0-9a-f]{8}\.backup$/.exec(name) ?? [];
  return day && `${day}T${hour}:${minute}:${second}Z`;
}
