import type { Application, Permission } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { client } from '../../../session/client.ts';
import { Effects } from '../../../ui/effects.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { counted, listed } from '../counts.ts';
import { grantListQuery, useRefresh } from '../queries.ts';
import { orRefresh } from '../use-conflict.ts';
import { rolesHoldingQuery } from './roles-holding.ts';

export interface DeletePermissionProps {
  application: Application;
  permission: Permission;
  onClose: () => void;
  onGone: () => void;
}

/** Says which roles lose the permission and how many grants of it end, before it does. */
export function DeletePermission({ application, permission, onClose, onGone }: DeletePermissionProps): ReactNode {
  const refresh = useRefresh();
  const toast = useToast();
  const holding = useQuery(rolesHoldingQuery(application.id, permission));
  const alone = useQuery(
    grantListQuery(application.id, { permission: permission.id, state: 'active,scheduled', limit: 1 }),
  );
  const grants = alone.data?.total ?? 0;
  const names = holding.data?.roles.map(({ name }) => name) ?? [];
  const others = permission.roles - names.length;
  return (
    <ConfirmDialog
      final
      title={`Delete ${permission.name}?`}
      action="Delete permission"
      onClose={onClose}
      run={async () => {
        const params = { application: application.id, permission: permission.id };
        await orRefresh(refresh, () => client.permissions.remove({ params, ifMatch: permission.version }));
        onGone();
        toast({ text: `${permission.name} is deleted.` });
        await refresh();
      }}
    >
      <p>Whoever has it loses it at once. The application’s code that asks for it is answered with no.</p>
      <Effects
        effects={[
          permission.roles === 0
            ? { id: 'roles', kind: 'same', what: 'No role holds it' }
            : {
                id: 'roles',
                kind: 'lose',
                what: `${counted(permission.roles, 'role')} ${permission.roles === 1 ? 'loses' : 'lose'} it`,
                names: names.length > 0 ? listed(others > 0 ? [...names, counted(others, 'other')] : names) : undefined,
              },
          grants === 0
            ? { id: 'grants', kind: 'same', what: 'No grant of it alone' }
            : {
                id: 'grants',
                kind: 'lose',
                what: `${counted(grants, 'grant')} of it ${grants === 1 ? 'ends' : 'end'}`,
              },
        ]}
      />
    </ConfirmDialog>
  );
}
