import type { Application, Permission } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { totalOf } from '../../../blocks/totals.ts';
import { client } from '../../../session/client.ts';
import { type Effect, Effects } from '../../../ui/effects.tsx';
import { formatList } from '../../../ui/format.ts';
import { grantListQuery } from '../queries.ts';
import { rolesHoldingQuery } from './roles-holding.ts';
import { deleteWords as words } from './words.ts';

export interface DeletePermissionProps {
  application: Application;
  permission: Permission;
  onClose: () => void;
  onGone: () => void;
}

/** Shows who loses it, how many roles contain it and how many grants end. */
export function DeletePermission({ application, permission, onClose, onGone }: DeletePermissionProps): ReactNode {
  const holding = useQuery(rolesHoldingQuery(application.id, permission));
  const alone = useQuery(
    grantListQuery(application.id, { permission: permission.id, state: 'active,scheduled', limit: 1 }),
  );
  const names = holding.data?.roles.map(({ name }) => name) ?? [];
  const others = permission.roles - names.length;
  const effects: Effect[] = [
    permission.roles === 0
      ? { id: 'roles', kind: 'same', what: words.noRole }
      : {
          id: 'roles',
          kind: 'lose',
          what: words.roles(permission.roles),
          names: names.length > 0 ? formatList(others > 0 ? [...names, words.others(others)] : names) : undefined,
        },
    alone.data && alone.data.total > 0
      ? { id: 'grants', kind: 'lose', what: words.grants(totalOf(alone.data), alone.data.total) }
      : { id: 'grants', kind: 'same', what: words.noGrant },
  ];
  const params = { application: application.id, permission: permission.id };
  return (
    <ConfirmDialog
      final
      title={words.title(permission.name)}
      action={words.action}
      changes={[{ call: 'permissions.remove', params }]}
      done={words.done(permission.name)}
      onClose={onClose}
      run={async () => {
        await client.permissions.remove({ params, ifMatch: permission.version });
        onGone();
      }}
    >
      <p>{words.text}</p>
      <Effects effects={effects} />
    </ConfirmDialog>
  );
}
