import type { Application, OpenIdClient } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { EditForm } from '../../../blocks/edit-form.tsx';
import { useEdit } from '../../../blocks/use-edit.ts';
import { client as api } from '../../../session/client.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { CopyField } from '../../../ui/copy.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { AppWindowIcon, IdCardIcon, PlusIcon, Trash2Icon } from '../../../ui/icons.tsx';
import { ButtonLink, PlainLink, TextLink } from '../../../ui/links.tsx';
import { Panel, Split } from '../../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table-model.ts';
import { Time } from '../../../ui/time.tsx';
import { type TabProps, useApplicationAddress, useRights } from '../application-tab.ts';
import { clientGrantsQuery, clientsQuery } from '../queries.ts';
import { unusableOf } from './address-lines.ts';
import { ClientFields } from './client-fields.tsx';
import { clientBody, clientKinds, clientLabels, clientSchema, clientValues } from './client-form.ts';
import { ClientKeys } from './client-keys.tsx';
import { NewClient } from './new-client.tsx';
import { SecretDialog, type ShownSecret } from './new-key-dialog.tsx';
import { accessWords, clientWords, words } from './words.ts';
import '../applications.css';
import { ApplicationName } from '../../../blocks/chips.tsx';
import { GrantEnd } from '../../../blocks/grants/grant-cells.tsx';
import { useMay } from '../../../session/may.ts';
import { KeyRoundIcon } from '../../../ui/icon.tsx';
import { Section } from '../../../ui/section.tsx';

/** The clients of this application: programs that sign users in, and services that act for themselves. */
export function ClientsTab({ application }: TabProps): ReactNode {
  const [address, change] = useApplicationAddress();
  const rights = useRights(application);
  const list = useQuery(clientsQuery(application.id));
  const [secret, setSecret] = useState<ShownSecret>();
  const open = list.data?.items.find(({ id }) => id === address.open);
  const close = () => change({ open: undefined, add: undefined });

  return (
    <Split panel={panelOf()} awaits={!address.add && address.open !== undefined && list.isLoading}>
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
          onCreated={({ client, secret: made }) => {
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

interface ClientPanelProps {
  application: Application;
  client: OpenIdClient;
  onClose: () => void;
  onSecret: (secret: ShownSecret) => void;
}

/** The panel of one client: its id, its addresses, its keys. */
function ClientPanel({ application, client, onClose, onSecret }: ClientPanelProps): ReactNode {
  const rights = useRights(application);
  const [deleting, setDeleting] = useState(false);
  const mayChange = rights.clients && !client.builtIn;
  const kind = clientKinds[client.kind];
  const params = { application: application.id, client: client.id };
  const unusable = unusableOf(client.kind, [...client.redirectUris, ...client.postLogoutRedirectUris]);
  return (
    <Panel
      title={client.name}
      lead={words.kinds[client.kind].what}
      onClose={onClose}
      actions={
        mayChange && <IconButton icon={Trash2Icon} label={clientWords.delete} onClick={() => setDeleting(true)} />
      }
    >
      <CopyField label={words.clientId} value={client.id} />
      <p>
        <TextLink
          to="/applications/$application"
          params={{ application: application.id }}
          search={{ tab: 'integration', client: client.id }}
          activeProps={{}}
        >
          {words.code}
        </TextLink>
      </p>
      {unusable.length > 0 && <Callout>{clientWords.unusable(unusable)}</Callout>}
      {kind.secret && <ClientKeys client={client} mayChange={mayChange} onSecret={onSecret} />}
      {client.kind === 'service' && rights.access && <ClientAccess client={client} />}
      {mayChange && <ClientEditor key={client.id} application={application} client={client} />}
      {deleting && (
        <ConfirmDialog
          final
          title={clientWords.deleteTitle(client.name)}
          action={clientWords.deleteAction}
          done={clientWords.deleted(client.name)}
          onClose={() => setDeleting(false)}
          run={async () => {
            await api.clients.remove({ params, ifMatch: client.version });
            onClose();
          }}
        >
          <p>{kind.signsIn ? clientWords.deletePeople : clientWords.deleteService}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function ClientEditor({ application, client }: Pick<ClientPanelProps, 'application' | 'client'>): ReactNode {
  const params = { application: application.id, client: client.id };
  const edit = useEdit({
    name: 'client',
    of: client,
    schema: clientSchema,
    valuesOf: clientValues,
    entry: clientBody,
    save: ({ kind: _, publicKeys: __, ...body }, ifMatch) => api.clients.update({ params, body, ifMatch }),
    load: async () => {
      const { items } = await api.clients.list({ params: { application: application.id } });
      const found = items.find(({ id }) => id === client.id);
      if (!found) throw new Error(words.deletedByOther);
      return found;
    },
    saved: ({ name }) => words.saved(name),
  });
  return (
    <EditForm edit={edit} of={client.name} labels={clientLabels}>
      <ClientFields form={edit.form} />
    </EditForm>
  );
}

/** The grants of a service client in all applications. The client's tokens contain this access. */
function ClientAccess({ client }: { client: OpenIdClient }): ReactNode {
  const grants = useQuery(clientGrantsQuery(client.application, client.id));
  const { mayIn } = useMay();
  const { data } = grants;
  const more = data ? data.total - data.items.length : 0;
  return (
    <Section
      title={accessWords.title}
      end={
        mayIn('grants.manage', client.application) && (
          <ButtonLink
            small
            to="/applications/$application"
            params={{ application: client.application }}
            search={{ tab: 'grants', add: '1', toProgram: client.id }}
          >
            {accessWords.grant}
          </ButtonLink>
        )
      }
    >
      {grants.error && !data ? (
        <ErrorState small error={grants.error} onRetry={() => void grants.refetch()} />
      ) : !data ? (
        <Skeleton width={200} />
      ) : data.items.length === 0 ? (
        <p className="text-faint">{accessWords.nothing}</p>
      ) : (
        <ul className="client-access">
          {data.items.map((grant) => {
            const { id, application, gives } = grant;
            const Icon = gives.kind === 'role' ? IdCardIcon : KeyRoundIcon;
            return (
              <li key={id}>
                <PlainLink
                  to="/applications/$application"
                  params={{ application }}
                  search={{ tab: 'grants', open: id }}
                >
                  <span className="who">
                    <Icon />
                    <span className={gives.kind === 'role' ? undefined : 'identifier'}>{gives.name}</span>
                  </span>
                </PlainLink>
                <span className="text-muted">
                  <ApplicationName id={application} />
                </span>
                <span className="push-end nowrap">
                  <GrantEnd grant={grant} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {more > 0 && <p className="text-faint small">{accessWords.more(more)}</p>}
    </Section>
  );
}
