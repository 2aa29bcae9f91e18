import type { Principal } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lateComponent } from '../../ui/late-part.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { HolderRow } from './holders.tsx';
import { grantsOfQuery } from './queries.ts';
import { words } from './words.ts';

const RevokeDialog = lateComponent(() =>
  import('../../blocks/grant-dialogs.tsx').then((module) => module.RevokeDialog),
);
const LeaveGroupDialog = lateComponent(() =>
  import('../../blocks/membership/membership-dialogs.tsx').then((module) => module.LeaveGroupDialog),
);

export interface MayEnd {
  /** Whether the viewer may revoke grants in the application. */
  mayRevoke: boolean;
  /** Whether the viewer may remove members from groups. */
  mayRemove: boolean;
}

/** The button that ends one path of a user: it revokes their own grant, or removes them from the group. */
export function HolderActions({ row, mayRevoke, mayRemove }: MayEnd & { row: HolderRow }): ReactNode {
  const { path, holder } = row;
  const { user } = holder;
  const [asked, setAsked] = useState(false);
  const [group] = path?.groups ?? [];
  if (!path || user.kind !== 'user' || !(group ? mayRemove : mayRevoke)) return null;
  const [role] = path.roles;
  const close = () => setAsked(false);
  return (
    <>
      <Button small kind="quiet" onClick={() => setAsked(true)}>
        {group ? words.removeFrom(group.name) : role ? words.revokeRole(role.name) : words.revoke}
        <VisuallyHidden> ({user.name})</VisuallyHidden>
      </Button>
      {asked &&
        (group ? (
          <LeaveGroupDialog user={user} group={group} onClose={close} />
        ) : (
          <Revoke user={user} grant={path.grant} onClose={close} />
        ))}
    </>
  );
}

/** The dialog for a grant, whose version is read first: the list of holders has only its id. */
function Revoke({ user, grant, onClose }: { user: Principal; grant: string; onClose: () => void }): ReactNode {
  const { data } = useQuery(grantsOfQuery(user.id));
  const found = data?.items.find(({ id }) => id === grant);
  return found && <RevokeDialog grant={found} onClose={onClose} />;
}
