import { type Application, limits } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DraftButton } from '../../../blocks/draft/draft-button.tsx';
import { EditConflict } from '../../../blocks/edit-form.tsx';
import { PlanEffects } from '../../../blocks/plan-effects/plan-effects.tsx';
import { unplanned, usePlan } from '../../../blocks/plan-effects/use-plan.ts';
import { useEdit } from '../../../blocks/use-edit.ts';
import { everyPage } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { FormPanel } from '../../../ui/form-panel.tsx';
import { formatList } from '../../../ui/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { type OwnedRole, RoleFields, roleBody, roleLabels, roleSchema, roleValues } from './role-fields.tsx';
import { roleWords, formWords as words } from './words.ts';

export interface EditRoleProps {
  application: Application;
  roleId: string;
  onDone: () => void;
}

const MOST_PERMISSIONS = 50_000;

/** Edits a role. Loads all of its own permissions first, since they are saved as a whole. */
export function EditRole({ application, roleId, onDone }: EditRoleProps): ReactNode {
  const role = useQuery({
    queryKey: ['applications', application.id, 'role', roleId, 'own'],
    queryFn: () => ownedRole(application.id, roleId),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (role.data) return <RoleEditor application={application} role={role.data} onDone={onDone} />;
  return (
    <Panel title={roleWords.edit} onClose={onDone} takeFocus={false}>
      {role.error ? (
        <ErrorState small error={role.error} onRetry={() => void role.refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Panel>
  );
}

function RoleEditor({
  application,
  role,
  onDone,
}: Pick<EditRoleProps, 'application' | 'onDone'> & { role: OwnedRole }): ReactNode {
  const params = { application: application.id, role: role.id };
  const edit = useEdit({
    name: 'role',
    of: role,
    schema: roleSchema,
    valuesOf: roleValues,
    entry: roleBody,
    save: async (body, ifMatch) => {
      await client.roles.update({ params, body, ifMatch });
      return ownedRole(application.id, role.id);
    },
    load: () => ownedRole(application.id, role.id),
    saved: ({ name }) => words.saved(name),
    onSaved: onDone,
  });
  const { form } = edit;
  const { title: _, ...body } = edit.changes;
  const isPlanned = Object.keys(body).length > 0 && roleSchema.safeParse(roleBody(form.values)).success;
  const asked = usePlan(isPlanned ? [{ call: 'roles.update', params, body }] : unplanned, { held: form.pending });
  const inDraft = isPlanned ? [{ call: 'roles.update' as const, params, body: edit.changes }] : unplanned;
  return (
    <FormPanel
      title={words.editTitle(edit.entity.name)}
      action={words.save}
      form={form}
      labels={roleLabels}
      onClose={onDone}
      secondary={<DraftButton title={words.editTitle(edit.entity.name)} changes={inDraft} onAdded={onDone} />}
    >
      <EditConflict
        edit={edit}
        of={words.theRole(edit.entity.name)}
        labels={roleLabels}
        inWords={{
          permissions: (permissions) => words.ownPermissions(permissions.size),
          includes: (includes) => formatList(includes.map(({ name }) => name)),
        }}
      />
      <RoleFields application={application} form={form} roleId={role.id} />
      <PlanEffects asked={asked} />
    </FormPanel>
  );
}

async function ownedRole(application: string, id: string): Promise<OwnedRole> {
  const params = { application, role: id };
  const [role, { items }] = await Promise.all([
    client.roles.get({ params }),
    everyPage(
      (cursor) => client.roles.items({ params, query: { own: 'true', cursor, limit: limits.pageMax.value } }),
      MOST_PERMISSIONS,
    ),
  ]);
  return {
    ...role,
    own: new Map(items.filter(({ own }) => own).map(({ id: permission, name }) => [permission, name])),
  };
}
