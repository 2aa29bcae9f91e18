import type { Application, Principal } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { findPeople } from '../../../blocks/find.ts';
import { say } from '../../../blocks/say.tsx';
import { useUndo } from '../../../blocks/undo.ts';
import { useRefresh } from '../../../blocks/use-action.ts';
import { client } from '../../../session/client.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ComboBox } from '../../../ui/combo-box.tsx';
import { EllipsisIcon, PlusIcon } from '../../../ui/icons.tsx';
import { PlainLink } from '../../../ui/links.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { asProblem } from '../../../ui/problem.ts';
import { Lines, Section } from '../../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Avatar } from '../../../ui/who.tsx';
import { useApplicationAddress, useRights } from '../application-tab.ts';
import { ownersQuery } from '../queries.ts';
import { ownerWords as words } from './words.ts';

/** The owners of the application, to add and remove. */
export function Owners({ application }: { application: Application }): ReactNode {
  const rights = useRights(application);
  const [address, change] = useApplicationAddress();
  const owners = useQuery(ownersQuery(application.id));
  const [leaving, setLeaving] = useState<Principal>();
  const mayChange = rights.register && !application.builtIn;
  if (application.builtIn) return null;
  return (
    <Section
      title={words.title}
      n={application.owners.length > 0 ? application.owners.length : undefined}
      end={
        mayChange &&
        !address.add && (
          <Button small kind="quiet" icon={PlusIcon} onClick={() => change({ add: '1' })}>
            {words.add}
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
          <p className="text-faint">{words.nobody}</p>
        ) : (
          <Lines label={words.title}>
            {owners.data.items.map((owner) => (
              <div key={owner.id}>
                <Avatar name={owner.name} />
                <span className="grow">
                  <span className="ellipsis block">
                    <PlainLink to="/users/$user" params={{ user: owner.id }}>
                      <b>{owner.name}</b>
                    </PlainLink>
                  </span>
                  <span className="text-faint small block">
                    {say(words.since, { when: <Time at={owner.since} /> })}
                  </span>
                </span>
                {mayChange && (
                  <Menu
                    label={words.more(owner.name)}
                    trigger={<IconButton small icon={EllipsisIcon} label={words.more(owner.name)} />}
                    groups={[[{ id: 'remove', label: words.remove, onAction: () => setLeaving(owner) }]]}
                  />
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
  const undoing = useUndo();
  const [error, setError] = useState<string>();
  const add = async (id: string, name: string) => {
    try {
      const params = { application: application.id, user: id };
      await client.applications.addOwner({ params });
      await refresh();
      const back = {
        run: () => client.applications.removeOwner({ params }),
        done: words.removed(name, application.name),
      };
      showToast({ text: words.added(name, application.name), action: undoing(back) });
      onDone();
    } catch (thrown) {
      const { title, detail } = asProblem(thrown);
      setError(detail ?? title);
    }
  };
  return (
    <div className="stack">
      <ComboBox
        label={words.newOwner}
        placeholder={words.placeholder}
        load={findPeople}
        value={null}
        onChange={(option) => option && void add(option.id, option.label)}
        error={error}
      />
      <p>
        <Button small onClick={onDone}>
          {words.cancel}
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
  const { id, name, owners } = application;
  const params = { application: id, user: owner.id };
  const text = owners.length === 1 ? words.removeLast : words.removeText;
  return (
    <ConfirmDialog
      title={words.removeTitle(owner.name)}
      action={words.removeAction}
      done={words.removed(owner.name, name)}
      undo={{ run: () => client.applications.addOwner({ params }), done: words.added(owner.name, name) }}
      onClose={onClose}
      run={() => client.applications.removeOwner({ params })}
    >
      <p>{text(owner.name, name)}</p>
    </ConfirmDialog>
  );
}
