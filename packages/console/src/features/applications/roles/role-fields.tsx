import type { Application, Ref } from '@licet/contract';
import { type ReactNode, useMemo } from 'react';
import { client } from '../../../session/client.ts';
import type { Form } from '../../../ui/form.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { IdCardIcon } from '../../../ui/icons.tsx';
import type { LoadOptions, Option } from '../../../ui/option.ts';
import { TagPicker } from '../../../ui/tag-picker.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { PermissionChecklist } from './permission-checklist.tsx';

/** What the form of a role holds. */
export interface RoleValues {
  name: string;
  title: string;
  permissions: ReadonlyMap<string, string>;
  includes: readonly Ref[];
}

/** The labels of the form, for the links of its errors. */
export const roleLabels = { name: 'Name', title: 'Title', permissions: 'Permissions', includes: 'Includes' };

export interface RoleFieldsProps {
  application: Application;
  form: Form<RoleValues>;
  /** The role being edited: it cannot include itself. */
  roleId?: string | undefined;
}

/** The fields of a role. */
export function RoleFields({ application, form, roleId }: RoleFieldsProps): ReactNode {
  const load = useMemo(() => includableRoles(application.id, roleId), [application.id, roleId]);
  const permissionError = form.errors.get('permissions');
  const includes = form.field('includes');
  return (
    <>
      <FormErrors form={form} labels={roleLabels} />
      <TextField label="Name" spellCheck={false} {...form.field('name')} hint="Short, as code asks for it: approver." />
      <TextField label="Title" optional {...form.field('title')} hint="What it is for: “Approves and refunds”." />
      <div className="field">
        <span className="label">Permissions</span>
        <PermissionChecklist
          application={application.id}
          value={form.values.permissions}
          onChange={(permissions) => form.set('permissions', permissions)}
        />
        {permissionError !== undefined && <span className="field-error">{permissionError}</span>}
      </div>
      <TagPicker
        label="Includes"
        optional
        placeholder="Add a role"
        hint="It brings everything that these roles bring, now and later."
        id={includes.id}
        error={includes.error}
        load={load}
        value={includes.value.map(asOption)}
        onChange={(options) => includes.onChange(options.map(({ id, label }) => ({ id, name: label })))}
      />
    </>
  );
}

/** What the calls take of the form. */
export function roleBody(values: RoleValues): {
  name: string;
  title: string;
  permissions: string[];
  includes: string[];
} {
  return {
    name: values.name,
    title: values.title,
    permissions: [...values.permissions.keys()],
    includes: values.includes.map(({ id }) => id),
  };
}

function asOption({ id, name }: Ref): Option {
  return { id, label: name, icon: IdCardIcon };
}

const includableRoles =
  (application: string, not: string | undefined): LoadOptions =>
  async (q, signal) => {
    const { items } = await client.roles.list({ params: { application }, query: { q, limit: 30 }, signal });
    return items
      .filter(({ id, builtIn, name }) => id !== not && !(builtIn && name === 'admin'))
      .map(({ id, name, title }) => ({ id, label: name, detail: title || undefined, icon: IdCardIcon }));
  };
