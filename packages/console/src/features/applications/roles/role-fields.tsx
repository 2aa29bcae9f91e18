import { type Application, adminRole, type Ref, type Role, roleChange } from '@licet/contract';
import { type ReactNode, useMemo } from 'react';
import { rolesOf } from '../../../blocks/find.ts';
import type { Form, FormSchema } from '../../../ui/form.ts';
import { IdCardIcon } from '../../../ui/icons.tsx';
import type { LoadOptions, Option } from '../../../ui/option-list.tsx';
import { TagPicker } from '../../../ui/tag-picker.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { PermissionChecklist } from './permission-checklist.tsx';
import { formWords, words } from './words.ts';

/** The labels of the form, for the links in its error summary. */
export const roleLabels = {
  name: words.name,
  title: words.title,
  permissions: words.permissions,
  includes: words.includes,
};

interface RoleFieldsProps {
  application: Application;
  form: Form<RoleValues>;
  /** The role being edited, which cannot include itself. */
  roleId?: string | undefined;
}

/** The fields of a role. */
export function RoleFields({ application, form, roleId }: RoleFieldsProps): ReactNode {
  const load = useMemo(() => includableRoles(application.id, roleId), [application.id, roleId]);
  const permissions = form.field('permissions');
  const includes = form.field('includes');
  return (
    <>
      <TextField label={words.name} spellCheck={false} {...form.field('name')} hint={formWords.nameHint} />
      <TextField label={words.title} optional {...form.field('title')} hint={formWords.titleHint} />
      <div className="field">
        <span className="label">{words.permissions}</span>
        <PermissionChecklist
          application={application.id}
          value={permissions.value}
          onChange={permissions.onChange}
          includes={includes.value}
        />
        {permissions.error !== undefined && <span className="field-error">{permissions.error}</span>}
      </div>
      <TagPicker
        label={words.includes}
        optional
        placeholder={formWords.includesPlaceholder}
        hint={formWords.includesHint}
        {...includes}
        load={load}
        value={includes.value.map(asOption)}
        onChange={(options) => includes.onChange(options.map(({ id, label }) => ({ id, name: label })))}
      />
    </>
  );
}

function asOption({ id, name }: Ref): Option {
  return { id, label: name, icon: IdCardIcon };
}

/** Finds roles that can be included: not `admin`, and not the role itself. */
const includableRoles =
  (application: string, not: string | undefined): LoadOptions =>
  async (q, signal) => {
    const found = await rolesOf(application)(q, signal);
    return found.filter(({ id, label }) => id !== not && label !== adminRole);
  };

/** The form values of a role. `permissions` maps ids to names. */
interface RoleValues {
  name: string;
  title: string;
  permissions: ReadonlyMap<string, string>;
  includes: readonly Ref[];
}

/** The request body. */
interface RoleBody {
  name: string;
  title: string;
  permissions: string[];
  includes: string[];
}

/** A role with all of its own permissions. `own` maps permission ids to names. */
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
