import { type Application, adminRole, type Role } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DifferencesLink } from '../../../blocks/differences-link.tsx';
import { roleTitle } from '../../../blocks/roles.ts';
import { nameNowFact } from '../../../blocks/tense.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { IdCardIcon, PencilIcon, PlusIcon, ShieldCheckIcon, Trash2Icon } from '../../../ui/icons.tsx';
import { ButtonLink, PlainLink, TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { Until } from '../../../ui/until.tsx';
import { Tag, Tags } from '../../../ui/who.tsx';
import { useRights } from '../application-tab.ts';
import { firstRolesQuery, grantListQuery, roleQuery } from '../queries.ts';
import { PolicySection } from './policy/edit-policy.tsx';
import { RolePermissions } from './role-permissions.tsx';
import { deleteWords, pageWords, roleWords, words } from './words.ts';
import '../applications.css';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { GrantEnd, GrantTo } from '../../../blocks/grants/grant-cells.tsx';
import { totalOf } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { type Effect, Effects } from '../../../ui/effects.tsx';
import { formatList } from '../../../ui/format.ts';

const SHOWN = 8;

/** The holders of a role: the number of users, and its grants. */
export function RoleHolders({ application, role }: { application: Application; role: Role }): ReactNode {
  const grants = useQuery(
    grantListQuery(application.id, { role: role.id, state: 'active,scheduled', sort: 'ends', limit: SHOWN }),
  );
  return (
    <Section
      title={words.heldBy}
      n={roleWords.heldBy(role)}
      end={
        grants.data &&
        grants.data.total > 0 && (
          <TextLink
            className="small"
            to="/applications/$application"
            params={{ application: application.id }}
            search={{ tab: 'grants', role: role.id }}
            activeProps={{}}
          >
            {roleWords.allGrants}
          </TextLink>
        )
      }
    >
      <Until calls={[grants]} lines={3}>
        {() =>
          grants.data?.items.length === 0 ? (
            <p className="text-faint">{role.holders + role.programs === 0 ? roleWords.nobody : roleWords.notItself}</p>
          ) : (
            <ul className="role-holders">
              {grants.data?.items.map((grant) => (
                <li key={grant.id}>
                  <GrantTo principal={grant.principal} />
                  <span className="push-end nowrap">
                    <GrantEnd grant={grant} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Until>
    </Section>
  );
}

interface RolePanelProps {
  application: Application;
  roleId: string;
  onClose: () => void;
  onEdit: () => void;
  onPolicy: () => void;
}

/** The panel of one role: its permissions, the roles that it includes, its holders. */
export function RolePanel({ application, roleId, ...on }: RolePanelProps): ReactNode {
  const found = useQuery(roleQuery(application.id, roleId));
  const role = found.data;
  if (!role)
    return (
      <Panel onItsWay title={words.role} onClose={on.onClose}>
        {found.error ? (
          <ErrorState small error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <SkeletonLines lines={5} />
        )}
      </Panel>
    );
  return <Details application={application} role={role} {...on} />;
}

function Details({
  application,
  role,
  onClose,
  onEdit,
  onPolicy,
}: Omit<RolePanelProps, 'roleId'> & { role: Role }): ReactNode {
  const rights = useRights(application);
  const [deleting, setDeleting] = useState(false);
  const isAdmin = role.name === adminRole;
  const mayChange = rights.roles && !role.builtIn;
  return (
    <Panel
      title={role.name}
      lead={roleTitle(role) || undefined}
      onClose={onClose}
      actions={
        mayChange && (
          <>
            <IconButton icon={PencilIcon} label={roleWords.edit} onClick={onEdit} />
            <IconButton icon={Trash2Icon} label={roleWords.delete} onClick={() => setDeleting(true)} />
          </>
        )
      }
      foot={
        <>
          <ButtonLink
            to="/applications/$application/roles/$role"
            params={{ application: application.id, role: role.id }}
            activeProps={{}}
          >
            {pageWords.open}
          </ButtonLink>
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
          <DifferencesLink of={{ application: application.id, role: role.id }} />
        </>
      }
    >
      {role.nameNow !== undefined && <Facts facts={nameNowFact(role)} />}
      {isAdmin ? (
        <Callout icon={ShieldCheckIcon}>
          <b>{roleWords.admin}</b> {roleWords.adminText(application.name)}
        </Callout>
      ) : (
        <RolePermissions application={application} role={role} />
      )}
      {role.includes.length > 0 && (
        <Section title={words.includes} n={role.includes.length}>
          <Tags>
            {role.includes.map((included) => (
              <PlainLink
                key={included.id}
                to="/applications/$application"
                params={{ application: application.id }}
                search={{ tab: 'roles', open: included.id }}
                activeProps={{}}
              >
                <Tag icon={IdCardIcon}>{included.name}</Tag>
              </PlainLink>
            ))}
          </Tags>
        </Section>
      )}
      <RoleHolders application={application} role={role} />
      <PolicySection
        application={application}
        role={role}
        onEdit={rights.grant && rights.roles ? onPolicy : undefined}
      />
      {deleting && (
        <DeleteRole application={application} role={role} onClose={() => setDeleting(false)} onGone={onClose} />
      )}
    </Panel>
  );
}

interface DeleteRoleProps {
  application: Application;
  role: Role;
  onClose: () => void;
  onGone: () => void;
}

/** Deletes a role, after showing who loses access, how many grants end and which roles include it. */
export function DeleteRole({ application, role, onClose, onGone }: DeleteRoleProps): ReactNode {
  const grants = useQuery(grantListQuery(application.id, { role: role.id, state: 'active,scheduled', limit: 1 }));
  const roles = useQuery(firstRolesQuery(application.id));
  const including = roles.data?.items.filter(({ includes }) => includes.some(({ id }) => id === role.id)) ?? [];
  const effects: Effect[] = [];
  if (grants.data && grants.data.total > 0)
    effects.push({ id: 'grants', kind: 'lose', what: deleteWords.grants(totalOf(grants.data), grants.data.total) });
  if (including.length > 0) {
    const names = formatList(including.map(({ name }) => name));
    effects.push({ id: 'including', kind: 'lose', what: deleteWords.including(including.length), names });
  }
  const params = { application: application.id, role: role.id };
  return (
    <ConfirmDialog
      final
      title={deleteWords.title(role.name)}
      action={deleteWords.action}
      changes={[{ call: 'roles.remove', params }]}
      done={deleteWords.done(role.name)}
      onClose={onClose}
      run={async () => {
        await client.roles.remove({ params, ifMatch: role.version });
        onGone();
      }}
    >
      <p>{deleteWords.text}</p>
      <Until calls={[grants, roles]}>{() => effects.length > 0 && <Effects effects={effects} />}</Until>
    </ConfirmDialog>
  );
}
