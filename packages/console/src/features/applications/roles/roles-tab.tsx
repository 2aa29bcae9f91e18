import { type Application, calls, limits, type Role, type RoleUse } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { sortIn } from '../../../blocks/read-address.ts';
import { roleTitle } from '../../../blocks/roles.ts';
import { say } from '../../../blocks/say.tsx';
import { useRefresh } from '../../../blocks/use-action.ts';
import { countText, useList } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { useForm } from '../../../ui/form.ts';
import { FormPanel } from '../../../ui/form-panel.tsx';
import { IdCardIcon, PlusIcon, ShieldCheckIcon } from '../../../ui/icons.tsx';
import { lateComponent } from '../../../ui/late-part.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { UseBar } from '../../../ui/meter.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Split } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Tools } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table-model.ts';
import { showToast } from '../../../ui/toast.tsx';
import { Tag, Tags } from '../../../ui/who.tsx';
import { type TabProps, useApplicationAddress, useRights } from '../application-tab.ts';
import { roleListQuery, roleUseQuery } from '../queries.ts';
import { EditRole } from './edit-role.tsx';
import { type Overlap, useOverlaps } from './overlap.ts';
import { EditPolicy } from './policy/edit-policy.tsx';
import { noRole, RoleFields, roleBody, roleLabels, roleSchema } from './role-fields.tsx';
import { RolePanel } from './role-panel.tsx';
import { formWords, pageWords, words } from './words.ts';

const CompareRoles = lateComponent(async () => (await import('./compare-roles.tsx')).CompareRoles);

const INCLUDES_SHOWN = 3;

/** The roles of an application, and a panel for the open one. */
export function RolesTab({ application, parts }: TabProps): ReactNode {
  const [address, change] = useApplicationAddress();
  const rights = useRights(application);
  const { q, cursor } = address;
  const sort = sortIn(calls.roles.list.query, address.sort) ?? 'name';
  const list = useList({ ...address, sort }, change, 'name');
  const roles = useQuery(roleListQuery(application.id, { q, sort, cursor }));
  const close = () => change({ open: undefined, add: undefined, edit: undefined, policy: undefined });
  const ownRoles = application.roles > 1;
  const overlaps = useOverlaps(application);
  const [comparing, setComparing] = useState(false);
  const use = useRolesUse(application, rights.use ? roles.data?.items : undefined);

  return (
    <Split panel={panelOf()}>
      <Tools
        end={
          <>
            {q !== undefined && <span className="text-faint small hide-on-phone">{words.searchNote}</span>}
            {application.roles > 2 && (
              <Button className="hide-on-phone" onClick={() => setComparing(true)}>
                {words.compareTwo}
              </Button>
            )}
            {ownRoles && (
              <ButtonLink
                to="/applications/$application/fewest-roles"
                params={{ application: application.id }}
                activeProps={{}}
              >
                {words.fewest}
              </ButtonLink>
            )}
          </>
        }
      >
        {parts}
        <SearchField label={words.search} {...list.search} />
      </Tools>
      <DataTable
        label={words.table(application.name)}
        columns={columnsWith(application, overlaps, use)}
        rowId={(role) => role.id}
        onOpen={(role) => change({ open: role.id, add: undefined, edit: undefined })}
        openId={address.add ? undefined : address.open}
        {...list.table(roles)}
        empty={
          <EmptyState icon={IdCardIcon} title={words.noneFits(q ?? '')}>
            {words.noneFitsText}
          </EmptyState>
        }
      />
      {!ownRoles && rights.roles && roles.data && q === undefined && !address.add && (
        <EmptyState
          icon={IdCardIcon}
          title={words.empty}
          action={
            <Button kind="primary" icon={PlusIcon} onClick={() => change({ add: '1', open: undefined })}>
              {words.newRole}
            </Button>
          }
        >
          {words.emptyText}
        </EmptyState>
      )}
      <Pager {...list.pager(roles)} />
      {comparing && <CompareRoles application={application} onClose={() => setComparing(false)} />}
    </Split>
  );

  function panelOf(): ReactNode {
    if (address.add && rights.roles)
      return (
        <NewRole application={application} onClose={close} onCreated={(open) => change({ open, add: undefined })} />
      );
    if (address.open === undefined) return undefined;
    if (address.edit && rights.roles)
      return (
        <EditRole
          key={address.open}
          application={application}
          roleId={address.open}
          onDone={() => change({ edit: undefined })}
        />
      );
    if (address.policy && rights.roles)
      return (
        <EditPolicy
          key={address.open}
          application={application}
          roleId={address.open}
          onDone={() => change({ policy: undefined })}
        />
      );
    return (
      <RolePanel
        key={address.open}
        application={application}
        roleId={address.open}
        onClose={close}
        onEdit={() => change({ edit: '1' })}
        onPolicy={() => change({ policy: '1' })}
      />
    );
  }
}

/** The use of the listed roles by id. Undefined while it loads, and for viewers who may not read it. */
function useRolesUse({ id }: Application, roles: readonly Role[] | undefined): RolesUse | undefined {
  const ids = roles?.map((role) => role.id) ?? [];
  const { data } = useQuery({ ...roleUseQuery(id, ids), enabled: ids.length > 0 });
  return useMemo(() => data && { seen: data.seen, of: new Map(data.items.map((it) => [it.role, it])) }, [data]);
}

interface RolesUse {
  readonly seen: boolean;
  readonly of: ReadonlyMap<string, RoleUse>;
}

const columnsWith = (
  application: Application,
  overlaps: ReadonlyMap<string, Overlap> | undefined,
  use: RolesUse | undefined,
): readonly Column<Role>[] => [
  {
    id: 'name',
    head: words.role,
    sortable: true,
    fold: 1,
    skeleton: 160,
    cell: ({ name, title, builtIn }) => (
      <span className="who">
        {builtIn ? <ShieldCheckIcon className="text-faint" /> : <IdCardIcon className="text-faint" />}
        <span className="ellipsis">
          <b>{name}</b>
          {(title !== '' || builtIn) && (
            <span className="text-faint small ellipsis block">{roleTitle({ name, title })}</span>
          )}
        </span>
      </span>
    ),
  },
  {
    id: 'includes',
    head: words.includes,
    cell: ({ includes }) =>
      includes.length === 0 ? (
        <span className="text-faint">{words.none}</span>
      ) : (
        <Tags>
          {includes.slice(0, INCLUDES_SHOWN).map((role) => (
            <Tag key={role.id} icon={IdCardIcon}>
              {role.name}
            </Tag>
          ))}
          {includes.length > INCLUDES_SHOWN && (
            <span className="text-faint small">{words.andMore(includes.length - INCLUDES_SHOWN)}</span>
          )}
        </Tags>
      ),
  },
  {
    id: 'permissions',
    head: words.permissions,
    sortable: true,
    end: true,
    cell: ({ permissions, builtIn }) => (builtIn ? words.all : countText(permissions)),
  },
  {
    id: 'holders',
    head: words.heldBy,
    sortable: true,
    end: true,
    fold: 2,
    cell: ({ holders, programs }) => (
      <>
        {countText(holders)}
        <span className="only-on-phone text-faint"> {words.unit(holders)}</span>
        {programs > 0 && <span className="text-faint small block">{words.alsoPrograms(programs)}</span>}
      </>
    ),
  },
  {
    id: 'used',
    head: words.used(limits.usageWindow.value),
    fold: 3,
    cell: ({ id, name, holders }) => {
      if (!use || holders === 0) return null;
      const counted = use.of.get(id);
      if (!use.seen) return <span className="text-faint hide-on-phone">{words.notMeasured}</span>;
      if (!counted) return null;
      const label = pageWords.usedOf(counted.used, counted.holders, name, limits.usageWindow.value);
      const unit = words.usedUnit(limits.usageWindow.value);
      return <UseBar label={label} used={counted.used} holders={counted.holders} unit={unit} />;
    },
  },
  ...(overlaps && overlaps.size > 0
    ? [
        {
          id: 'overlap',
          head: words.overlap,
          spare: true,
          cell: ({ id }: Role) => <OverlapText application={application.id} role={id} overlap={overlaps.get(id)} />,
        },
      ]
    : []),
];

/** Another role with the same permissions or all but one, and a link that compares both; nothing for most roles. */
function OverlapText({
  application,
  role,
  overlap,
}: {
  application: string;
  role: string;
  overlap: Overlap | undefined;
}): ReactNode {
  if (!overlap) return null;
  const { shared, own } = overlap;
  return (
    <span className="role-overlap">
      <span className="text-muted">
        {say(shared === own ? words.allIn : words.alsoIn(shared, own), {
          role: (
            <b>
              <bdi>{overlap.with.name}</bdi>
            </b>
          ),
        })}
      </span>
      <ButtonLink
        small
        to="/applications/$application/roles/$role"
        params={{ application, role }}
        search={{ compare: overlap.with.id }}
        activeProps={{}}
        aria-label={pageWords.compareWith(overlap.with.name)}
      >
        {words.compare}
      </ButtonLink>
    </span>
  );
}

interface NewRoleProps {
  application: Application;
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** Creates a role. */
function NewRole({ application, onClose, onCreated }: NewRoleProps): ReactNode {
  const refresh = useRefresh();
  const form = useForm(
    {
      schema: roleSchema,
      initial: noRole,
      entry: roleBody,
      keep: `role in ${application.id}`,
      submit: async (body) => {
        const created = await client.roles.create({ params: { application: application.id }, body });
        await refresh();
        showToast({ text: formWords.made(created.name) });
        onCreated(created.id);
      },
    },
    'role',
  );
  return (
    <FormPanel title={words.newRole} action={formWords.make} form={form} labels={roleLabels} onClose={onClose}>
      <RoleFields application={application} form={form} />
    </FormPanel>
  );
}
