import type { Demand, Policy } from '@licet/contract';

/** A policy as the audit chain tells it: by name, so that it reads the same when roles and groups are gone. */
export const policyRecord = ({ version: _, secondFactor, ...rest }: Policy) => ({
  ...rest,
  secondFactor: secondFactor.map(demandRecord),
});

function demandRecord({ of, graceUntil }: Demand): string {
  const whom =
    of.kind === 'everybody'
      ? 'everybody'
      : of.kind === 'role'
        ? `role ${of.name} of ${of.application}`
        : `group ${of.name}`;
  return graceUntil === null ? whom : `${whom}, from ${graceUntil}`;
}
