import { type Application, adminRole, type Role } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAddress } from '../../../blocks/address.ts';
import { applicationById } from '../../../blocks/chips.tsx';
import { DifferencesLink } from '../../../blocks/differences-link.tsx';
import { roleTitle } from '../../../blocks/roles.ts';
import { nameNowFact } from '../../../blocks/tense.ts';
import { Page, PageBody } from '../../../shell/page.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import {
  EllipsisIcon,
  IdCardIcon,
  PencilIcon,
  PlusIcon,
  SettingsIcon,
  ShieldCheckIcon,
  Trash2Icon,
} from '../../../ui/icons.tsx';
import { lateComponent } from '../../../ui/late-part.ts';
import { ButtonLink, Crumb } from '../../../ui/links.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Facts } from '../../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { Breadcrumbs } from '../../../ui/tabs.tsx';
import { SkeletonHeading } from '../../../ui/until.tsx';
import { useRights } from '../application-tab.ts';
import { permissionUseQuery, roleQuery } from '../queries.ts';
import { words as applicationsWords } from '../words.ts';
import { type Catalogue, useCatalogue } from './catalogue.ts';
import { RoleEditor } from './role-editor.tsx';
import { DeleteRole } from './role-panel.tsx';
import { roleRoute } from './role-route.ts';
import { CompareWith, RoleSide } from './role-side.tsx';
import { compareWords, words as listWords, roleWords, pageWords as words } from './words.ts';
import './roles.css';

const RoleComparison = lateComponent(() => import('./role-comparison.tsx').then((part) => part.RoleComparison));

/** One role: its permissions as a tree with their use, its holders, similar roles, and the comparison with another role. */
export function RoleScreen(): ReactNode {
  const { application: id, role: roleId } = roleRoute.useParams();
  const application = useQuery(applicationById(id));
  const role = useQuery(roleQuery(id, roleId));
  const { query, catalogue } = useCatalogue(id);
  if (application.data && role.data && catalogue)
    return <Loaded key={roleId} application={application.data} role={role.data} catalogue={catalogue} />;
  const failed = [application, role, query].find(({ error, data }) => error && !data);
  return (
    <Page
      title={listWords.role}
      crumbs={<RoleCrumbs application={{ id, name: application.data?.name ?? id }} name={role.data?.name} />}
      heading={<h1>{role.data?.name ?? (failed ? listWords.role : <SkeletonHeading name={listWords.role} />)}</h1>}
    >
      <PageBody>
        {failed ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </PageBody>
    </Page>
  );
}

function RoleCrumbs({ application, name }: { application: { id: string; name: string }; name: string | undefined }) {
  return (
    <Breadcrumbs>
      <Crumb to="/applications">{applicationsWords.applications}</Crumb>
      <Crumb to="/applications/$application" params={{ application: application.id }}>
        {application.name}
      </Crumb>
      <Crumb to="/applications/$application" params={{ application: application.id }} search={{ tab: 'roles' }}>
        {words.roles}
      </Crumb>
      <span>{name ?? listWords.role}</span>
    </Breadcrumbs>
  );
}

interface LoadedProps {
  application: Application;
  role: Role;
  catalogue: Catalogue;
}

function Loaded({ application, role, catalogue }: LoadedProps): ReactNode {
  const [address] = useAddress(roleRoute);
  const rights = useRights(application);
  const use = useQuery({ ...permissionUseQuery(application.id, role.id), enabled: rights.use }).data;
  const other = catalogue.matrix.roles.find(({ id }) => id === address.compare);
  return (
    <Page
      title={other ? compareWords.title(role.name, other.name) : role.name}
      crumbs={<RoleCrumbs application={application} name={role.name} />}
      heading={
        <>
          <span className="text-faint">{role.builtIn ? <ShieldCheckIcon /> : <IdCardIcon />}</span>
          <h1>
            <bdi>{role.name}</bdi>
          </h1>
          <span className="text-muted role-title">{roleTitle(role)}</span>
        </>
      }
      tools={<RoleTools application={application} role={role} />}
    >
      {address.compare !== undefined ? (
        <RoleComparison
          application={application}
          role={role}
          otherId={address.compare}
          catalogue={catalogue}
          whileLoading={
            <PageBody>
              <SkeletonLines lines={8} />
            </PageBody>
          }
        />
      ) : role.name === adminRole ? (
        <PageBody>
          <div className="role-columns">
            <Callout icon={ShieldCheckIcon}>
              <b>{roleWords.admin}</b> {roleWords.adminText(application.name)}
            </Callout>
            <RoleSide application={application} role={role} matrix={catalogue.matrix} use={use} />
          </div>
        </PageBody>
      ) : (
        <RoleEditor application={application} role={role} catalogue={catalogue} use={use}>
          {role.nameNow !== undefined && <Facts facts={nameNowFact(role)} />}
          <RoleSide application={application} role={role} matrix={catalogue.matrix} use={use} />
        </RoleEditor>
      )}
    </Page>
  );
}

function RoleTools({ application, role }: Omit<LoadedProps, 'catalogue'>): ReactNode {
  const rights = useRights(application);
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const toList = (search: { open?: string; edit?: '1' }) =>
    void navigate({
      to: '/applications/$application',
      params: { application: application.id },
      search: { tab: 'roles', ...search },
    });
  const mayChange = rights.roles && !role.builtIn;
  const entries = [
    mayChange && {
      id: 'edit',
      label: words.details,
      icon: PencilIcon,
      onAction: () => toList({ open: role.id, edit: '1' }),
    },
    { id: 'policy', label: words.policy, icon: SettingsIcon, onAction: () => toList({ open: role.id }) },
  ].filter((entry) => entry !== false);
  const final = mayChange && {
    id: 'delete',
    label: roleWords.delete,
    icon: Trash2Icon,
    final: true,
    onAction: () => setDeleting(true),
  };
  return (
    <>
      <span className="hide-on-phone">
        <DifferencesLink of={{ application: application.id, role: role.id }} />
      </span>
      {rights.grant && (
        <ButtonLink
          icon={PlusIcon}
          to="/applications/$application"
          params={{ application: application.id }}
          search={{ tab: 'grants', add: '1', role: role.id }}
          activeProps={{}}
        >
          {roleWords.grant}
        </ButtonLink>
      )}
      <span className="hide-on-phone">
        <CompareWith application={application.id} role={role} />
      </span>
      <Menu
        label={words.more}
        trigger={<IconButton icon={EllipsisIcon} label={words.more} />}
        groups={final ? [entries, [final]] : [entries]}
      />
      {deleting && (
        <DeleteRole
          application={application}
          role={role}
          onClose={() => setDeleting(false)}
          onGone={() => toList({})}
        />
      )}
    </>
  );
}
