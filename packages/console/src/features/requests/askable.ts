import { type Catalogue, compareNames, type Ref, searchFilter } from '@licet/contract';
import { client } from '../../session/client.ts';
import type { LoadOptions, Option } from '../../ui/option.ts';

/** A role or a permission that can be asked for. */
export interface AskableOption extends Option {
  kind: 'role' | 'permission';
}

const SHOWN = 50;

/** The applications in which the viewer may ask: those with any access already, and those that they may see. */
export const findAskable: LoadOptions = async (query, signal) => {
  const [{ items: mine }, { items: seen }] = await Promise.all([
    client.me.access({ signal }),
    client.applications.list({ query: { q: query, sort: 'name', limit: SHOWN }, signal }),
  ]);
  const fits = searchFilter(query);
  const held = mine.map(({ application }) => application).filter(({ id, name }) => fits(id, name));
  const all = new Map([...held, ...seen].map(({ id, name }) => [id, { id, name }]));
  return [...all.values()].sort((one, other) => compareNames(one.name, other.name)).map(applicationOption);
};

/** An application as an option. */
export const applicationOption = ({ id, name }: Ref): Option => ({
  id,
  label: name,
  detail: id,
  lead: 'application',
});

/** A role or a permission as an option. */
export const askableOption = (
  kind: AskableOption['kind'],
  { name, title }: Catalogue['roles'][number],
): AskableOption => ({
  id: `${kind} ${name}`,
  kind,
  label: name,
  lead: kind,
  mono: kind === 'permission',
  ...(title !== '' && { detail: title }),
});

/** What of a catalogue fits what was typed, by name or title: roles first. */
export function askableIn({ roles, permissions }: Catalogue): LoadOptions<AskableOption> {
  const all = [
    ...roles.map((role) => askableOption('role', role)),
    ...permissions.map((it) => askableOption('permission', it)),
  ];
  return async (query) => {
    const fits = searchFilter(query);
    return all.filter(({ label, detail }) => fits(label, detail)).slice(0, SHOWN);
  };
}
