import type { Connection } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { formatNumber } from '../../ui/format.ts';
import { LogInIcon } from '../../ui/icon.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Split } from '../../ui/panel.tsx';
import { Tools } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status.tsx';
import type { Column } from '../../ui/table-model.ts';
import './connections.css';
import { useForm } from '../../ui/form.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { ConnectionFields } from './connection-fields.tsx';
import { connectionLabels, entryOf, newSchema, valuesOfPreset } from './connection-form.ts';
import { ConnectionPanel, Registration } from './connection-panel.tsx';
import { NewDirectory } from './new-directory.tsx';
import { isPreset, type PresetName, presetNames, presets } from './presets.ts';
import { connectionsQuery, providersTaken, useMakeConnection } from './queries.ts';
import { directoryWords, kindWords, placeWords, presetWords, words } from './words.ts';

const route = getRouteApi('/signed-in/settings/$tab');

/** The providers and directories with which users sign in. */
export function ConnectionsTab(): ReactNode {
  const [address, change] = useAddress(route);
  const connections = useQuery(connectionsQuery);
  const taken = useQuery(providersTaken).data;
  const { add } = address;
  const open = connections.data?.items.find(({ id }) => id === address.open);
  const close = () => change({ open: undefined, add: undefined });
  const adding = isPreset(add) ? add : undefined;
  const list = connections.data?.items ?? [];
  const adder = (kind?: 'primary') => (
    <AddMenu kind={kind} onAdd={(chosen) => change({ add: chosen, open: undefined })} />
  );
  return (
    <Split panel={panelOf()} awaits={add === undefined && address.open !== undefined && connections.isLoading}>
      {taken === false && list.length > 0 && (
        <div className="connections-note">
          <Callout>
            <b>{words.notTaken}</b>
            <p>{words.notTakenText}</p>
          </Callout>
        </div>
      )}
      {list.length > 0 && <Tools end={adder()}>{words.lead}</Tools>}
      <DataTable
        label={words.table}
        columns={columns}
        rows={connections.data?.items}
        rowId={({ id }) => id}
        onOpen={({ id }) => change({ open: id, add: undefined })}
        openId={adding || add === 'ldap' ? undefined : address.open}
        error={connections.error}
        onRetry={() => void connections.refetch()}
        skeletonRows={3}
        empty={
          <EmptyState icon={LogInIcon} title={words.empty} action={!adding && add !== 'ldap' && adder('primary')}>
            {words.emptyText}
          </EmptyState>
        }
      />
    </Split>
  );

  function panelOf(): ReactNode {
    const openCreated = ({ id }: Connection) => change({ add: undefined, open: id });
    if (add === 'ldap') return <NewDirectory onClose={close} onCreated={openCreated} />;
    if (adding) return <NewConnection key={adding} name={adding} onClose={close} onCreated={openCreated} />;
    return open && <ConnectionPanel key={open.id} connection={open} onClose={close} />;
  }
}

/** A menu of providers and directories. The choice pre-fills the form. */
function AddMenu({
  kind,
  onAdd,
}: {
  kind: 'primary' | undefined;
  onAdd: (kind: PresetName | 'ldap') => void;
}): ReactNode {
  return (
    <Menu
      label={words.addAny}
      align={kind ? 'start' : 'end'}
      trigger={
        <Button kind={kind} icon={PlusIcon}>
          {words.addAny}
        </Button>
      }
      groups={[
        presetNames
          .filter((name) => name !== 'openid')
          .map((name) => ({ id: name, label: presetWords[name], onAction: () => onAdd(name) })),
        [{ id: 'openid', label: presetWords.openid, onAction: () => onAdd('openid') }],
        [{ id: 'ldap', label: directoryWords.directory, onAction: () => onAdd('ldap') }],
      ]}
    />
  );
}

const columns: readonly Column<Connection>[] = [
  {
    id: 'name',
    head: words.provider,
    fold: 1,
    cell: ({ name }) => (
      <span className="who">
        <span className="text-faint">
          <LogInIcon />
        </span>
        <b className="ellipsis">{name}</b>
      </span>
    ),
  },
  { id: 'state', head: words.state, fold: 2, cell: (connection) => <State connection={connection} /> },
  {
    id: 'kind',
    head: words.kind,
    spare: true,
    cell: ({ kind }) => <span className="text-muted">{kindWords[kind]}</span>,
  },
  {
    id: 'issuer',
    head: words.address,
    fold: 3,
    cell: (connection) => <span className="text-muted ellipsis">{addressOf(connection)}</span>,
  },
  { id: 'people', head: words.peopleHead, end: true, cell: ({ people }) => formatNumber(people) },
];

const addressOf = (connection: Connection) =>
  connection.kind === 'ldap' ? connection.directory.url : connection.issuer;

function State({ connection }: { connection: Connection }): ReactNode {
  if (!connection.enabled) return <StatusTag kind="paused">{words.off}</StatusTag>;
  if (connection.kind !== 'ldap' && connection.proof === 'secret' && !connection.hasSecret)
    return <StatusTag kind="waiting">{words.noSecret}</StatusTag>;
  return <StatusTag kind="active">{words.on}</StatusTag>;
}

/** Adds a provider. The typed values survive signing in again, except the secret. */
function NewConnection({
  name,
  onClose,
  onCreated,
}: {
  name: PresetName;
  onClose: () => void;
  onCreated: (connection: Connection) => void;
}): ReactNode {
  const preset = presets[name];
  const form = useForm(
    {
      schema: newSchema(preset.kind),
      initial: valuesOfPreset(preset, name === 'openid' ? '' : presetWords[name]),
      entry: (values) => entryOf(preset, values),
      keep: `connection ${name}`,
      secret: 'secret',
      submit: useMakeConnection(onCreated, words.made),
    },
    'connection',
  );
  return (
    <FormPanel
      title={words.addWhat(presetWords[name])}
      action={words.add}
      form={form}
      labels={{ ...connectionLabels, issuer: placeWords[name].label }}
      onClose={onClose}
    >
      <Registration preset={name} />
      <ConnectionFields form={form} preset={preset} place={placeWords[name]} />
    </FormPanel>
  );
}
