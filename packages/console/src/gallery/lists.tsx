import { type ReactNode, useState } from 'react';
import { Page } from '../shell/page.tsx';
import { BulkBar } from '../ui/bulk-bar.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { SegmentedControl } from '../ui/choices.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Effects } from '../ui/effects.tsx';
import { Filter } from '../ui/filter.tsx';
import {
  CirclePauseIcon,
  DownloadIcon,
  KeyRoundIcon,
  PlusIcon,
  UploadIcon,
  UserRoundIcon,
  UsersRoundIcon,
} from '../ui/icons.tsx';
import { Crumb, Tab } from '../ui/links.tsx';
import { Menu } from '../ui/menu.tsx';
import { Pager } from '../ui/pager.tsx';
import { Panel, Split } from '../ui/panel.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Tools } from '../ui/section.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StatusTag } from '../ui/status.tsx';
import type { Column, Sort } from '../ui/table-model.ts';
import { Breadcrumbs, Tabs } from '../ui/tabs.tsx';
import { TagPicker } from '../ui/tag-picker.tsx';
import { TextField } from '../ui/text-field.tsx';
import { EndsAt, Time } from '../ui/time.tsx';
import { Tag, Tags, Who } from '../ui/who.tsx';
import { groups, loadGroups, manyPeople, type Person, people } from './sample.ts';

const STATUS = { active: 'Active', paused: 'Suspended', invited: 'Invited' } as const;

const columns: readonly Column<Person>[] = [
  {
    id: 'name',
    head: 'Name',
    sortable: true,
    fold: 1,
    width: '38%',
    skeleton: 180,
    cell: (person) => <Who of={person.name} name={person.name} detail={person.email} />,
  },
  {
    id: 'status',
    head: 'Status',
    fold: 2,
    cell: (person) => <StatusTag kind={person.status}>{STATUS[person.status]}</StatusTag>,
  },
  { id: 'groups', head: 'Groups', spare: true, cell: (person) => <span className="t2">{person.groups}</span> },
  {
    id: 'roles',
    head: 'Roles',
    fold: 3,
    cell: (person) => (
      <Tags>
        <Tag>
          <span className="t3">Ledger</span> {person.role}
        </Tag>
      </Tags>
    ),
  },
  { id: 'ends', head: 'Ends next', cell: (person) => <EndsAt at={person.ends} empty="–" /> },
  {
    id: 'last',
    head: 'Last sign-in',
    spare: true,
    end: true,
    sortable: true,
    cell: (person) => <Time at={person.last} empty="Never" />,
  },
];

export function ListPage(): ReactNode {
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState<Sort>({ id: 'name', down: false });
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<Person>();
  const [status, setStatus] = useState<string>();
  const shown = people.filter((person) => person.name.toLowerCase().includes(query.toLowerCase()));
  return (
    <Page
      title="Users"
      tools={
        <>
          <Button icon={UploadIcon} className="hide-s">
            Import
          </Button>
          <Button kind="primary" icon={PlusIcon}>
            Invite people
          </Button>
        </>
      }
    >
      <Split panel={open && <GrantPanel person={open} onClose={() => setOpen(undefined)} />}>
        <Tools
          wrap
          end={
            <>
              <span className="t3 hide-s">18,412 people</span>
              <IconButton icon={DownloadIcon} label="Export" className="hide-s" />
            </>
          }
        >
          <SearchField label="Name, e-mail or group" value={query} onChange={setQuery} />
          <Menu
            label="Status"
            align="start"
            trigger={<Filter label="Status" value={status} onClear={() => setStatus(undefined)} />}
            groups={[
              Object.values(STATUS).map((label) => ({
                id: label,
                label,
                chosen: status === label.toLowerCase(),
                onAction: () => setStatus(label.toLowerCase()),
              })),
            ]}
          />
          <Filter label="Group" />
        </Tools>
        <DataTable
          label="Users"
          columns={columns}
          rows={shown}
          rowId={(person) => person.id}
          rowName={(person) => person.name}
          sort={sort}
          onSort={setSort}
          selection={{ picked, onChange: setPicked }}
          onOpen={setOpen}
          openId={open?.id}
          empty={
            <EmptyState icon={UserRoundIcon} title="Nobody by that name">
              Try an e-mail address, or take a filter away.
            </EmptyState>
          }
        />
        <BulkBar count={picked.size} onClear={() => setPicked(new Set())}>
          <Button small kind="quiet" icon={KeyRoundIcon}>
            Grant…
          </Button>
          <Button small kind="quiet" icon={UsersRoundIcon}>
            Add to group…
          </Button>
          <Button small kind="quiet" icon={CirclePauseIcon} reason="Only administrators may suspend people.">
            Suspend…
          </Button>
        </BulkBar>
        <Pager count="1 to 18 of 18,412" note="Found in 4 ms" onNext={() => undefined} />
      </Split>
    </Page>
  );
}

function GrantPanel({ person, onClose }: { person: Person; onClose: () => void }): ReactNode {
  const [to, setTo] = useState(groups.slice(0, 1));
  const [ends, setEnds] = useState<'2h' | 'night' | 'week' | 'on' | 'none'>('week');
  const [reason, setReason] = useState('Refund backlog, weeks 47 and 48');
  return (
    <Panel
      title="Add grant"
      lead={person.name}
      onClose={onClose}
      foot={
        <>
          <Button kind="primary">Grant to 5 people</Button>
          <Button>Put in a draft</Button>
          <span className="t3 end hide-s">Can be undone</span>
        </>
      }
    >
      <TagPicker label="To" load={loadGroups} value={to} onChange={setTo} placeholder="Add a person or group" />
      <SegmentedControl
        label="Ends"
        showLabel
        wide
        value={ends}
        onChange={setEnds}
        hint="Thursday 26 November, 14:32. Starts now."
        choices={[
          { value: '2h', label: '2 h' },
          { value: 'night', label: 'Tonight' },
          { value: 'week', label: '1 week' },
          { value: 'on', label: 'On…' },
          { value: 'none', label: 'No end' },
        ]}
      />
      <TextField label="Reason" value={reason} onChange={setReason} />
      <Effects
        effects={[
          {
            id: '1',
            kind: 'gain',
            what: <b>3 people gain 3 permissions</b>,
            permissions: ['invoices.approve', 'invoices.refund', 'invoices.void'],
            names: 'Ana Lucía Quispe Mamani, Mateus Carvalho, Rashid Karimov',
          },
          { id: '2', kind: 'lose', what: <b>Dmytro Kovalenko loses 8</b> },
          {
            id: '3',
            kind: 'same',
            what: <b>Tomasz Wójcik keeps what he has</b>,
            names: 'For longer: until 26 Nov, not 17:00 today',
          },
        ]}
      />
    </Panel>
  );
}

export function StatesPage(): ReactNode {
  return (
    <Page
      title="Maya Lindqvist"
      crumbs={
        <Breadcrumbs>
          <Crumb to="/">Users</Crumb>Maya Lindqvist
        </Breadcrumbs>
      }
      tabs={
        <Tabs label="User">
          <Tab to="." n={11}>
            Access
          </Tab>
          <Tab to="/" n={2}>
            Groups
          </Tab>
          <Tab to="/">Activity</Tab>
        </Tabs>
      }
    >
      <div className="body">
        <DataTable
          label="Loading"
          columns={columns}
          rows={undefined}
          rowId={(person) => person.id}
          inline
          skeletonRows={4}
        />
        <DataTable
          label="Failed"
          columns={columns}
          rows={undefined}
          rowId={(person) => person.id}
          inline
          onRetry={() => undefined}
          error={{
            title: 'The list did not come',
            detail: 'The server is restarting. Try again in a moment.',
            requestId: 'req_01JK8WZ4T7',
          }}
        />
        <DataTable
          label="Grouped"
          columns={columns}
          rows={people.slice(0, 6)}
          rowId={(person) => person.id}
          groupOf={(person) => ({ id: person.id < 'u3' ? 'a' : 'b', head: person.id < 'u3' ? 'Ledger' : 'Ward' })}
          inline
        />
      </div>
    </Page>
  );
}

export function ManyPage(): ReactNode {
  return (
    <Page title="Five thousand">
      <DataTable
        label="Five thousand people"
        columns={columns}
        rows={manyPeople}
        rowId={(person) => person.id}
        onOpen={() => undefined}
      />
      <Pager count="5,000 people" />
    </Page>
  );
}
