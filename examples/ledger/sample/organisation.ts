import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Client } from '@licet/contract/client';

/** The ids of the organisation's objects by name. Roles are named `application/role`, permissions by their name alone. */
export interface Organisation {
  readonly users: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
  readonly permissions: ReadonlyMap<string, string>;
}

/** A running Licet on this machine. */
export interface Running {
  readonly data: string;
  readonly client: Client;
}

/** The lifetimes of temporary grants, in hours. The keys are placeholders in the sample's files. */
export const ends = {
  COVER_ENDS: 2.5,
  THAW_ENDS: 20,
  NIGHTS_END: 27,
  RATES_END: 72,
  AUDIT_ENDS: 120,
  DUNNING_ENDS: 2880,
};

/**
 * Creates the organisation Aurelia in an empty Licet, by `licet apply`. Aurelia has users from many countries, groups,
 * three applications, owners and temporary grants. It has no past, because tests in a browser count events and begin
 * with unused access. `makePast` makes the same organisation with the year before.
 */
export async function makeOrganisation({ data, client }: Running, now = Date.now()): Promise<Organisation> {
  const instants = Object.entries(ends).map(([name, hours]) => [name, new Date(now + hours * 3_600_000).toISOString()]);
  const files = readdirSync(aurelia).filter((file) => file !== programs);
  await apply(data, files, Object.fromEntries(instants));
  const query = { limit: 200 };
  const organisation = { users: new Map(), groups: new Map(), roles: new Map(), permissions: new Map() };
  for (const { name, id } of (await client.users.list({ query })).items) organisation.users.set(name, id);
  for (const { name, id } of (await client.groups.list({ query })).items) organisation.groups.set(name, id);
  for (const application of ['ledger', 'ward', 'depot']) {
    const asked = { params: { application }, query };
    for (const { name, id } of (await client.roles.list(asked)).items)
      organisation.roles.set(`${application}/${name}`, id);
    for (const { name, id } of (await client.permissions.list(asked)).items) organisation.permissions.set(name, id);
  }
  return organisation;
}

/**
 * Returns the id for a name.
 * @throws Error if the name is unknown
 */
export function idOf(map: ReadonlyMap<string, string>, name: string): string {
  const id = map.get(name);
  if (id === undefined) throw new Error(`Nothing is called ${name}.`);
  return id;
}

/** The file with Ledger's clients. */
export const programs = 'programs.yaml';

/** The folder with the sample's files. */
export const aurelia = fileURLToPath(new URL('aurelia/', import.meta.url));
const licet = fileURLToPath(new URL('../../../packages/cli/bin/licet.mjs', import.meta.url));

/**
 * Applies files of the sample.
 * @throws Error with the command's output on failure
 */
export async function apply(
  data: string,
  files: readonly string[],
  variables: Readonly<Record<string, string>>,
  ...flags: readonly string[]
): Promise<void> {
  const paths = files.map((file) => `${aurelia}${file}`);
  const args = [licet, 'apply', ...paths, '--yes', '--reason', 'The sample', '--data', data, ...flags];
  const { PATH, HOME } = process.env;
  const named = Object.fromEntries(Object.entries(variables).map(([name, value]) => [`LICET_VAR_${name}`, value]));
  await promisify(execFile)(process.execPath, args, { env: { PATH, HOME, ...named } });
}
