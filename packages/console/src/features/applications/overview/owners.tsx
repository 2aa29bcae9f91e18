import type { Application, Principal } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { client } from '../../../session/client.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ComboBox } from '../../../ui/combo-box.tsx';
import { PlusIcon, XIcon } from '../../../ui/icons.tsx';
import { PlainLink } from '../../../ui/links.tsx';
import { asProblem } from '../../../ui/problem.ts';
import { Lines, Section } from '../../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { Avatar } from '../../../ui/who.tsx';
import { useAddress } from '../address.ts';
import { findPeople } from '../find-options.tsx';
import { ownersQuery, useRefresh } from '../queries.ts';
import { useRights } from '../rights.ts';

/** Who manages this application without managing anything else. */
export function Owners({ application }: { application: Application }): ReactNode {
  const rights = useRights(application);
  const [address, change] = useAddress();
  const owners = useQuery(ownersQuery(application.id));
  const [leaving, setLeaving] = useState<Principal>();
  const mayChange = rights.register && !application.builtIn;
  if (application.builtIn) return null;
  return (
    <Section
      title="Owners"
      n={application.owners.length > 0 ? application.owners.length : undefined}
      end={
        mayChange &&
        !address.add && (
          <Button small kind="quiet" icon={PlusIcon} onClick={() => change({ add: '1' })}>
            Add owner
          </Button>
        )
      }
    >
      <div className="stack">
        {mayChange && address.add && <AddOwner application={application} onDone={() => change({ add: undefined })} />}
        {owners.error && !owners.data ? (
          <ErrorState small error={owners.error} onRetry={() => void owners.refetch()} />
        ) : owners.data === undefined ? (
          <SkeletonLines lines={1} />
        ) : owners.data.items.length === 0 ? (
          <p className="text-faint">Nobody yet. Owners manage this application and nothing else.</p>
        ) : (
          <Lines label="Owners">
            {owners.data.items.map((owner) => (
              <div key={owner.id}>
                <Avatar name={owner.name} />
                <span className="grow ellipsis">
                  <PlainLink to="/users/$user" params={{ user: owner.id }}>
                    <b>{owner.name}</b>
                  </PlainLink>{' '}
                  <span className="text-faint small">
                    since <Time at={owner.since} />
                  </span>
                </span>
                {mayChange && (
                  <IconButton small icon={XIcon} label={`Remove ${owner.name}`} onClick={() => setLeaving(owner)} />
                )}
              </div>
            ))}
          </Lines>
        )}
      </div>
      {leaving && <RemoveOwner application={application} owner={leaving} onClose={() => setLeaving(undefined)} />}
    </Section>
  );
}

function AddOwner({ application, onDone }: { application: Application; onDone: () => void }): ReactNode {
  const refresh = useRefresh();
  const toast = useToast();
  const [error, setError] = useState<string>();
  const add = async (id: string, name: string) => {
    try {
      await client.applications.addOwner({ params: { application: application.id, user: id } });
      await refresh();
      toast({ text: `${name} owns ${application.name}.` });
      onDone();
    } catch (thrown) {
      const { title, detail } = asProblem(thrown);
      setError(detail ?? title);
    }
  };
  return (
    <div className="stack">
      <ComboBox
        label="New owner"
        placeholder="Name, username or e-mail"
        load={findPeople}
        value={null}
        onChange={(option) => option && void add(option.id, option.label)}
        error={error}
      />
      <p>
        <Button small onClick={onDone}>
          Cancel
        </Button>
      </p>
    </div>
  );
}

function RemoveOwner({
  application,
  owner,
  onClose,
}: {
  application: Application;
  owner: Principal;
  onClose: () => void;
}): ReactNode {
  const refresh = useRefresh();
  const toast = useToast();
  return (
    <ConfirmDialog
      title={`Take ownership from ${owner.name}?`}
      action="Remove owner"
      onClose={onClose}
      run={async () => {
        await client.applications.removeOwner({ params: { application: application.id, user: owner.id } });
        await refresh();
        toast({ text: `${owner.name} no longer owns ${application.name}.` });
      }}
    >
      <p>
        {owner.name} can no longer manage {application.name}
        {application.owners.length === 1 ? ', and nobody else owns it' : ''}. What {owner.name} was granted in it stays.
      </p>
    </ConfirmDialog>
  );
}
