import type { AccessPath, Principal } from '@licet/contract';

/** One path of access, as `Finance → clerk → reader, until 2026-11-22T17:00:00Z`. */
export function pathLine({ groups, roles, starts, ends, admin }: AccessPath, now = new Date().toISOString()): string {
  const steps = [
    ...groups.map(({ name }) => name),
    ...(roles.length > 0 ? roles.map(({ name }) => name) : ['granted alone']),
  ];
  const until = ends ? `, until ${shortInstant(ends)}` : '';
  const from = starts > now ? `, from ${shortInstant(starts)}` : '';
  return steps.join(' → ') + (admin ? ' (admin implies every permission)' : '') + from + until;
}

/** A principal in a line: a username, or the name of a program. */
export const partyName = ({ kind, name, detail }: Principal): string =>
  kind === 'client' ? `${name} (program of ${detail})` : (detail ?? name);

const shortInstant = (instant: string) => instant.replace(/\.\d+Z$/, 'Z');
