import { client } from '../session/client.ts';
import { formatNumber } from '../ui/format.ts';
import { IdCardIcon, UsersRoundIcon } from '../ui/icons.tsx';
import type { LoadOptions, Option } from '../ui/option.ts';
import { AppSquare } from '../ui/who.tsx';

/** A role to choose, with the application it belongs to. */
export interface RoleOption extends Option {
  application: string;
}

const SHOWN = 20;

/** Groups whose name fits; all, by name, when nothing is typed. */
export const findGroups: LoadOptions = async (query, signal) => {
  const { items } = await client.groups.list({ query: { q: query, sort: 'name', limit: SHOWN }, signal });
  return items.map(({ id, name, members }) => ({
    id,
    label: name,
    detail: memberCount(members),
    icon: UsersRoundIcon,
  }));
};

/** Roles of any application whose name fits; the first ones while nothing is typed. */
export const findRoles: LoadOptions<RoleOption> = async (query, signal) => {
  const { items } = await client.search.find({ query: { q: query, kinds: 'role', limit: SHOWN }, signal });
  return items.flatMap(({ kind, id, name, application }) =>
    kind === 'role' && application !== null
      ? [{ id, label: name, detail: application, application, icon: IdCardIcon }]
      : [],
  );
};

/** Applications that the viewer may see and whose name fits. */
export const findApplications: LoadOptions = async (query, signal) => {
  const { items } = await client.applications.list({ query: { q: query, sort: 'name', limit: SHOWN }, signal });
  return items.map(({ id, name }) => ({ id, label: name, detail: id, lead: <AppSquare name={name} /> }));
};

function memberCount(members: number): string {
  return members === 1 ? '1 member' : `${formatNumber(members)} members`;
}
