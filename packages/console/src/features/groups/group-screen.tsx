import type { Group } from '@licet/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { useAddress } from '../../blocks/address.ts';
import { DifferencesLink } from '../../blocks/differences-link.tsx';
import { EntityHeading, WithFacts } from '../../blocks/entity-page.tsx';
import { findApplications } from '../../blocks/find.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { countText, totalOf } from '../../blocks/use-list.ts';
import { useMay, usePermission } from '../../session/may.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EllipsisIcon, PlusIcon, Trash2Icon, UsersRoundIcon } from '../../ui/icons.tsx';
import { lateComponent } from '../../ui/late-part.ts';
import { Crumb, Tab } from '../../ui/links.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Split } from '../../ui/panel.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Breadcrumbs, Tabs } from '../../ui/tabs.tsx';
import { Until } from '../../ui/until.tsx';
import { type GroupTab, groupTabs } from './address.ts';
import { GroupGrants, grantsCount } from './group-grants.tsx';
import { GroupSide } from './group-side.tsx';
import { MembersTab } from './members-tab.tsx';
import { groupAccess, groupById } from './queries.ts';
import { deleteWords, groupWords, words } from './words.ts';
import './groups.css';
import { ApplicationName } from '../../blocks/chips.tsx';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { say } from '../../blocks/say.tsx';
import { client } from '../../session/client.ts';
import { type Effect, Effects } from '../../ui/effects.tsx';

const route = getRouteApi('/signed-in/groups/$group');
const GrantHere = lateComponent(() =>
  import('../../blocks/new-grants/grant-here.tsx').then((module) => module.GrantHere),
);
const DetailsTab = lateComponent(() => import('./details-tab.tsx').then((module) => module.DetailsTab));

/** One group: its members, its grants and its details. */
export function GroupScreen(): ReactNode {
  const { group: id } = route.useParams();
  const query = useQuery(groupById(id));
  if (query.data) return <Loaded key={query.data.id} group={query.data} />;
  const crumbs = (
    <Breadcrumbs>
      <Crumb to="/groups">{words.groups}</Crumb>
      <span>{words.group}</span>
    </Breadcrumbs>
  );
  return (
    <Page title={words.group} crumbs={crumbs}>
      <PageBody>
        {query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </PageBody>
    </Page>
  );
}

function Loaded({ group }: { group: Group }): ReactNode {
  const { may, ownsAny } = useMay();
  const mayAccess = usePermission('access.read');
  const mayManage = usePermission('groups.manage');
  const [address, change] = useAddress(route);
  const tabs = groupTabs.filter((name) => name !== 'grants' || mayAccess);
  const tab = tabs.find((name) => name === address.tab) ?? 'members';
  const { grant } = address;
  const panel = grant !== undefined && (may('grants.manage') || ownsAny) && (
    <GrantHere application={grant} address={{ toGroup: group.id }} onClose={() => change({ grant: undefined })} />
  );
  return (
    <Page
      title={group.name}
      crumbs={
        <Breadcrumbs>
          <Crumb to="/groups">{words.groups}</Crumb>
          <span>{group.name}</span>
        </Breadcrumbs>
      }
      heading={
        <EntityHeading
          lead={
            <span className="group-square" aria-hidden="true">
              <UsersRoundIcon />
            </span>
          }
          name={group.name}
          detail={group.description === '' ? undefined : group.description}
        />
      }
      tools={
        <>
          <DifferencesLink of={{ group: group.id }} />
          <Actions group={group} />
        </>
      }
      tabs={<GroupTabs group={group} tabs={tabs} tab={tab} />}
    >
      {tab === 'details' ? (
        <Split panel={panel}>
          <DetailsTab
            group={group}
            mayManage={mayManage}
            whileLoading={
              <PageBody>
                <SkeletonLines lines={5} />
              </PageBody>
            }
          />
        </Split>
      ) : (
        <WithFacts label={groupWords.about(group.name)} facts={<GroupSide group={group} />} panel={panel}>
          {tab === 'members' ? (
            <MembersTab group={group} />
          ) : (
            <GroupGrants
              group={group}
              showEnded={address.state === 'over'}
              onShowEnded={(ended) => change({ state: ended ? 'over' : undefined })}
            />
          )}
        </WithFacts>
      )}
    </Page>
  );
}

function GroupTabs({ group, tabs, tab }: { group: Group; tabs: readonly GroupTab[]; tab: GroupTab }): ReactNode {
  const grants = useQuery({ ...grantsCount(group.id), enabled: tabs.includes('grants') }).data;
  const counts: Partial<Record<GroupTab, string>> = {
    members: countText(group.members),
    ...(grants && { grants: totalOf(grants) }),
  };
  return (
    <Tabs label={group.name}>
      {tabs.map((name) => (
        <Tab
          key={name}
          to="/groups/$group"
          params={{ group: group.id }}
          search={{ tab: name }}
          activeProps={{}}
          aria-current={name === tab ? 'page' : undefined}
          n={counts[name]}
        >
          {groupWords.tabs[name]}
        </Tab>
      ))}
    </Tabs>
  );
}

function Actions({ group }: { group: Group }): ReactNode {
  const { may, ownsAny } = useMay();
  const [, change] = useAddress(route);
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      {(may('grants.manage') || ownsAny) && (
        <PickPopover
          trigger={
            <Button kind="primary" icon={PlusIcon}>
              {groupWords.grant}
            </Button>
          }
          placement="bottom end"
          label={groupWords.findApplication}
          none={groupWords.noApplications}
          load={findApplications}
          onPick={({ id }) => change({ grant: id })}
        />
      )}
      {may('groups.manage') && (
        <Menu
          label={groupWords.more(group.name)}
          trigger={<IconButton icon={EllipsisIcon} label={groupWords.more(group.name)} />}
          groups={[
            [
              {
                id: 'delete',
                label: groupWords.remove,
                icon: Trash2Icon,
                final: true,
                onAction: () => setDeleting(true),
              },
            ],
          ]}
        />
      )}
      {deleting && <DeleteGroupDialog group={group} onClose={() => setDeleting(false)} />}
    </>
  );
}

const NAMES_SHOWN = 8;

/** Deletes a group, after showing how many memberships and grants end with it. */
function DeleteGroupDialog({ group, onClose }: { group: Group; onClose: () => void }): ReactNode {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const run = async () => {
    await client.groups.remove({ params: { group: group.id }, ifMatch: group.version });
    await navigate({ to: '/groups' });
    queryClient.removeQueries({ queryKey: ['groups', 'one', group.id] });
  };
  return (
    <ConfirmDialog
      final
      title={deleteWords.title(group.name)}
      action={deleteWords.action}
      changes={[{ call: 'groups.remove', params: { group: group.id } }]}
      run={run}
      done={deleteWords.deleted(group.name)}
      onClose={onClose}
    >
      <p>{deleteWords.text}</p>
      <WhatGoes group={group} />
    </ConfirmDialog>
  );
}

function WhatGoes({ group }: { group: Group }): ReactNode {
  const mayRead = usePermission('access.read');
  const access = useQuery({ ...groupAccess(group.id), enabled: mayRead });
  const effects: Effect[] = [];
  if (group.members > 0) {
    effects.push({ id: 'members', kind: 'lose', what: deleteWords.members(countText(group.members), group.members) });
  }
  if (access.data && access.data.total > 0) {
    const { items, total } = access.data;
    effects.push({
      id: 'grants',
      kind: 'lose',
      what: deleteWords.grants(totalOf(access.data), total),
      names: items.slice(0, NAMES_SHOWN).map(({ id, gives, application }, place) => (
        <Fragment key={id}>
          {place > 0 && ', '}
          {gives.name} {say(groupWords.inApplication, { application: <ApplicationName id={application} /> })}
        </Fragment>
      )),
    });
  }
  return <Until calls={[access]}>{() => effects.length > 0 && <Effects effects={effects} />}</Until>;
}
