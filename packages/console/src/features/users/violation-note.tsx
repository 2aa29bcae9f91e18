import type { User } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePermission } from '../../session/may.ts';
import { Callout } from '../../ui/callout.tsx';
import { formatList } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { userViolations } from './queries.ts';
import { userWords } from './words.ts';

/** Says that the user violates separation rules, and which ones. */
export function ViolationNote({ user }: { user: User }): ReactNode {
  const mayAccess = usePermission('access.read');
  const { data } = useQuery({ ...userViolations(user.id), enabled: mayAccess });
  if (!data || data.items.length === 0) return null;
  const open = data.items.some(({ exception }) => exception === null);
  return (
    <div className="page-note">
      <Callout tone={open ? 'no' : 'plain'}>
        <b>{open ? userWords.holdsTooMuch : userWords.letHold}:</b>{' '}
        {formatList(data.items.map(({ separation }) => separation.name))}.{' '}
        <TextLink to="/separations" search={{ holder: user.id }}>
          {userWords.seeSeparations}
        </TextLink>
      </Callout>
    </div>
  );
}
