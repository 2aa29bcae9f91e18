import type { OpenIdClient } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { AppWindowIcon, PlusIcon } from '../../../ui/icons.tsx';
import { Split } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table-model.ts';
import { Time } from '../../../ui/time.tsx';
import { clientsQuery } from '../queries.ts';
import { useRights } from '../rights.ts';
import type { TabProps } from '../tab-props.ts';
import { useApplicationAddress } from '../use-application-address.ts';
import { clientKinds } from './client-kinds.ts';
import { ClientPanel } from './client-panel.tsx';
import { NewClient } from './new-client.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';
import { words } from './words.ts';

/** The programs that sign people in to this application, or themselves. */
export function ClientsTab({ application }: TabProps): ReactNode {
  const [address, change] = useApplicationAddress();
  const rights = useRights(application);
  const list = useQuery(clientsQuery(application.id));
  const [secret, setSecret] = useState<ShownSecret>();
  const open = list.data?.items.find(({ id }) => id === address.open);
  const close = () => change({ open: undefined, add: undefined });

  return (
    <Split panel={panelOf()}>
      <DataTable
        label={words.table(application.name)}
        columns={columns}
        rows={list.data?.items}
        rowId={(client) => client.id}
        onOpen={(client) => change({ open: client.id, add: undefined })}
        openId={address.add ? undefined : address.open}
        error={list.error}
        onRetry={() => void list.refetch()}
        skeletonRows={3}
        empty={
          <EmptyState
            icon={AppWindowIcon}
            title={words.empty}
            action={
              rights.clients &&
              !address.add && (
                <Button kind="primary" icon={PlusIcon} onClick={() => change({ add: '1' })}>
                  {words.register}
                </Button>
              )
            }
          >
            {words.emptyText(application.name)}
          </EmptyState>
        }
      />
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Split>
  );

  function panelOf(): ReactNode {
    if (address.add && rights.clients)
      return (
        <NewClient
          application={application}
          onClose={close}
          onMade={({ client, secret: made }) => {
            change({ add: undefined, open: client.id });
            if (made !== null) setSecret({ client: client.name, clientId: client.id, secret: made });
          }}
        />
      );
    return (
      open && <ClientPanel key={open.id} application={application} client={open} onClose={close} onSecret={setSecret} />
    );
  }
}

const columns: readonly Column<OpenIdClient>[] = [
  {
    id: 'name',
    head: words.client,
    fold: 1,
    cell: ({ name, kind }) => {
      const Icon = clientKinds[kind].icon;
      return (
        <span className="who">
          <Icon className="text-faint" />
          <b className="ellipsis">{name}</b>
        </span>
      );
    },
  },
  {
    id: 'kind',
    head: words.kind,
    fold: 2,
    cell: ({ kind }) => <span className="text-muted">{words.kinds[kind].label}</span>,
  },
  {
    id: 'id',
    head: words.clientId,
    fold: 3,
    cell: ({ id }) => <code className="small">{id}</code>,
  },
  { id: 'created', head: words.registered, end: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];
