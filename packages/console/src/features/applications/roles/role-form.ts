import { type Ref, type Role, roleChange } from '@licet/contract';
import type { FormSchema } from '../../../ui/form.ts';

/** The values of the form of a role; permissions as names by id. */
export interface RoleValues {
  name: string;
  title: string;
  permissions: ReadonlyMap<string, string>;
  includes: readonly Ref[];
}

/** The body of the calls. */
export interface RoleBody {
  name: string;
  title: string;
  permissions: string[];
  includes: string[];
}

/** A role with every permission of its own: names by id. */
export interface OwnedRole extends Role {
  own: ReadonlyMap<string, string>;
}

export const noRole: RoleValues = { name: '', title: '', permissions: new Map(), includes: [] };

export const roleValues = ({ name, title, own, includes }: OwnedRole): RoleValues => ({
  name,
  title,
  permissions: own,
  includes,
});

export const roleBody = ({ name, title, permissions, includes }: RoleValues): RoleBody => ({
  name: name.trim(),
  title: title.trim(),
  permissions: [...permissions.keys()].sort(),
  includes: includes.map(({ id }) => id),
});

/** The contract's rules for a role, with all fields required. */
export const roleSchema: FormSchema<RoleBody> = roleChange.required();
