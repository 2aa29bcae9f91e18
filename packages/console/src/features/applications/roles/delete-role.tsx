import type { Application, Role } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { client } from '../../../session/client.ts';
import { type Effect, Effects } from '../../../ui/effects.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { counted, listed, totalText } from '../counts.ts';
import { firstRolesQuery, grantListQuery, useRefresh } from '../queries.ts';
import { orRefresh } from '../use-conflict.ts';

export interface DeleteRoleProps {
  application: Application;
  role: Role;
  onClose: () => void;
  onGone: () => void;
}

/** Says whose access goes and which roles get smaller, before the role is deleted. */
export function DeleteRole({ application, role, onClose, onGone }: DeleteRoleProps): ReactNode {
  const refresh = useRefresh();
  const toast = useToast();
  const grants = useQuery(grantListQuery(application.id, { role: role.id, state: 'active,scheduled', limit: 1 }));
  const roles = useQuery(firstRolesQuery(application.id));
  const including = roles.data?.items.filter(({ includes }) => includes.some(({ id }) => id === role.id)) ?? [];
  const effects: Effect[] = [
    role.holders === 0
      ? { id: 'holders', kind: 'same', what: 'Nobody holds it' }
      : {
          id: 'holders',
          kind: 'lose',
          what: `${counted(role.holders, 'person loses', 'people lose')} what it brings`,
          names: `${counted(role.permissions, 'permission')}, unless they come by another way`,
        },
  ];
  if (grants.data && grants.data.total > 0)
    effects.push({
      id: 'grants',
      kind: 'lose',
      what: `${totalText(grants.data)} ${grants.data.total === 1 ? 'grant of it ends' : 'grants of it end'}`,
    });
  if (including.length > 0)
    effects.push({
      id: 'including',
      kind: 'lose',
      what: `${counted(including.length, 'role no longer includes', 'roles no longer include')} it`,
      names: listed(including.map(({ name }) => name)),
    });
  return (
    <ConfirmDialog
      final
      title={`Delete the role ${role.name}?`}
      action="Delete role"
      onClose={onClose}
      run={async () => {
        await orRefresh(refresh, () =>
          client.roles.remove({ params: { application: application.id, role: role.id }, ifMatch: role.version }),
        );
        onGone();
        toast({ text: `The role ${role.name} is deleted.` });
        await refresh();
      }}
    >
      <p>It ends at once for everybody. Its name can be used again.</p>
      <Effects effects={effects} />
    </ConfirmDialog>
  );
}
