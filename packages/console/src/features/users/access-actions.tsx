import type { Grant, Ref } from '@licet/contract';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { viaText } from './access-origin.tsx';
import { type AccessLine, keptBy } from './access-rows.ts';
import { accessWords as words } from './words.ts';

/** What the viewer chose: to change or revoke a grant to the user, or to remove the user from a group. */
export type AccessAction =
  | { to: 'end'; grant: Grant }
  | { to: 'revoke'; grant: Grant; kept: string | undefined }
  | { to: 'leave'; group: Ref };

export interface MayChange {
  /** Whether the viewer may change the grants of an application. */
  mayChange: (application: string) => boolean;
  /** Whether the viewer may remove members from groups. */
  mayRemove: boolean;
}

interface ActionsProps extends MayChange {
  line: AccessLine;
  onAsk: (action: AccessAction) => void;
}

/**
 * The buttons for one path: they change or end the user's own grant, or remove the user from the group. A role that
 * includes the permission can only be revoked as a whole, so its button names the role.
 */
export function Actions({ line: { row, path, grant }, onAsk, mayChange, mayRemove }: ActionsProps): ReactNode {
  const [group] = path?.groups ?? [];
  if (group && mayRemove)
    return (
      <span className="access-actions access-leave">
        <Button small kind="quiet" onClick={() => onAsk({ to: 'leave', group })}>
          {words.leave(group.name)}
        </Button>
      </span>
    );
  if (!grant || !isStanding(grant) || !mayChange(row.application)) return null;
  const { gives, ends } = grant;
  if (gives.id !== row.item.id)
    return (
      <span className="access-actions">
        <Button small onClick={() => onAsk({ to: 'revoke', grant, kept: undefined })}>
          {words.revokeRole(gives.name)}
        </Button>
      </span>
    );
  const name = <VisuallyHidden> {gives.name}</VisuallyHidden>;
  const other = keptBy(row.item, grant.id);
  return (
    <span className="access-actions">
      <Button small onClick={() => onAsk({ to: 'end', grant })}>
        {ends === null ? words.setEnd : words.extend}
        {name}
      </Button>
      <Button
        small
        onClick={() =>
          onAsk({ to: 'revoke', grant, kept: other && words.kept(grant.principal.name, gives.name, viaText(other)) })
        }
      >
        {words.revoke}
        {name}
      </Button>
    </span>
  );
}

const isStanding = ({ state }: Grant): boolean => state === 'active' || state === 'scheduled';
