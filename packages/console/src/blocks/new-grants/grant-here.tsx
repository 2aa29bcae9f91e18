import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../../session/may.ts';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { applicationById } from '../chips.tsx';
import { AddGrant } from './add-grant.tsx';
import type { GrantsFor } from './prefill.ts';
import { words } from './words.ts';

export interface GrantHereProps {
  /** The id of the application. */
  application: string;
  address: GrantsFor;
  onClose: () => void;
}

/** Opens "Grant access" on the page of a user or a group, so that the administrator stays there. */
export function GrantHere({ application: id, address, onClose }: GrantHereProps): ReactNode {
  const { mayIn, isAdmin } = useMay();
  const { data: application, error, refetch } = useQuery(applicationById(id));
  const may = application?.builtIn ? isAdmin : mayIn('grants.manage', id);
  if (application && may) {
    const lead = <bdi>{application.name}</bdi>;
    return <AddGrant key={id} application={application} address={address} lead={lead} onClose={onClose} />;
  }
  return (
    <Panel title={words.add} onClose={onClose}>
      {application && <p>{words.mayNot(application.name)}</p>}
      {error && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {!application && !error && <SkeletonLines lines={4} />}
    </Panel>
  );
}
