import { type Application, limits, type Role } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { ConflictView } from '../../../blocks/conflict-view.tsx';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Effects } from '../../../ui/effects.tsx';
import { useForm } from '../../../ui/form.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { changesOf, conflicting } from '../conflict-fields.ts';
import { counted } from '../counts.ts';
import { everyPage } from '../every-page.ts';
import { roleQuery, useRefresh } from '../queries.ts';
import { useConflict } from '../use-conflict.ts';
import { differences, roleEffects } from './role-effects.ts';
import { RoleFields, type RoleValues } from './role-fields.tsx';
import { roleForm } from './role-schema.ts';

export interface EditRoleProps {
  application: Application;
  roleId: string;
  onDone: () => void;
}

const MOST_PERMISSIONS = 50_000;

/** Changes a role: loads it with every permission of its own first. */
export function EditRole({ application, roleId, onDone }: EditRoleProps): ReactNode {
  const role = useQuery(roleQuery(application.id, roleId));
  const own = useQuery({
    queryKey: ['applications', application.id, 'role', roleId, 'own'],
    queryFn: () => ownPermissions(application.id, roleId),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const error = role.error ?? own.error;
  if (role.data && own.data)
    return <RoleEditor application={application} role={role.data} own={own.data} onDone={onDone} />;
  return (
    <Panel title="Edit role" onClose={onDone}>
      {error ? <ErrorState small error={error} onRetry={() => void own.refetch()} /> : <SkeletonLines lines={6} />}
    </Panel>
  );
}

interface RoleEditorProps extends Omit<EditRoleProps, 'roleId'> {
  role: Role;
  own: ReadonlyMap<string, string>;
}

function RoleEditor({ application, role: current, own: ownNow, onDone }: RoleEditorProps): ReactNode {
  // What the form began with: a newer version, loaded meanwhile, must be met as a conflict and not be overwritten.
  const [{ role, own }] = useState({ role: current, own: ownNow });
  const refresh = useRefresh();
  const toast = useToast();
  const formId = useId();
  const params = { application: application.id, role: role.id };
  const conflict = useConflict(() => client.roles.get({ params }));
  const initial: RoleValues = { name: role.name, title: role.title, permissions: own, includes: role.includes };
  const form = useForm(
    {
      schema: roleForm,
      initial,
      submit: async ({ permissions, includes, ...names }) => {
        const body = {
          ...changesOf(names, role),
          ...(form.values.permissions !== own && { permissions }),
          ...(form.values.includes !== initial.includes && { includes }),
        };
        const ifMatch = conflict.versionOr(role.version);
        const saved = await conflict.guard(() => client.roles.update({ params, body, ifMatch }));
        if (!saved) return;
        await refresh();
        toast({ text: `The role ${names.name} is saved.` });
        onDone();
      },
    },
    formId,
  );
  const { theirs } = conflict;
  const effects = roleEffects(
    role,
    differences(own, form.values.permissions),
    differences(namesOf(role.includes), namesOf(form.values.includes)),
  );
  return (
    <Panel
      title={`Edit ${role.name}`}
      onClose={onDone}
      foot={
        <>
          <Button kind="primary" type="submit" form={formId} pending={form.pending}>
            Save role
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={form.onSubmit}>
        {theirs && (
          <ConflictView
            of={`the role ${role.name}`}
            fields={conflicting([
              { id: 'name', label: 'Name', before: role.name, theirs: theirs.name, mine: form.values.name },
              { id: 'title', label: 'Title', before: role.title, theirs: theirs.title, mine: form.values.title },
              {
                id: 'includes',
                label: 'Includes',
                before: namesText(role.includes),
                theirs: namesText(theirs.includes),
                mine: namesText(form.values.includes),
              },
              {
                id: 'permissions',
                label: 'Permissions',
                before: 'unchanged',
                theirs: `${counted(theirs.permissions, 'permission')} in all`,
                mine:
                  form.values.permissions === own
                    ? 'unchanged'
                    : `${counted(form.values.permissions.size, 'permission')} of its own`,
              },
            ])}
            pending={form.pending}
            onKeepMine={() => form.onSubmit()}
            onTakeTheirs={() => {
              void refresh();
              onDone();
            }}
          />
        )}
        <RoleFields application={application} form={form} roleId={role.id} />
        {effects.length > 0 && (
          <Section title="What this changes">
            <Effects effects={effects} />
          </Section>
        )}
      </form>
    </Panel>
  );
}

async function ownPermissions(application: string, role: string): Promise<Map<string, string>> {
  const { items } = await everyPage(
    (cursor) =>
      client.roles.items({
        params: { application, role },
        query: { own: 'true', cursor, limit: limits.pageMax.value },
      }),
    MOST_PERMISSIONS,
  );
  return new Map(items.filter(({ own }) => own).map(({ id, name }) => [id, name]));
}

function namesOf(refs: RoleValues['includes']): Map<string, string> {
  return new Map(refs.map(({ id, name }) => [id, name]));
}

function namesText(refs: RoleValues['includes']): string {
  return refs.map(({ name }) => name).join(', ');
}
