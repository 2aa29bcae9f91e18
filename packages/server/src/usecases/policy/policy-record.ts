import type { Demand, Policy } from '@licet/contract';

/** A policy in the form of the audit chain: by name, so that it reads the same after roles and groups are deleted. */
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
