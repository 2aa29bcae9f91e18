import {
  type Application,
  adminRole,
  type Permission as CatalogueEntry,
  newPermission,
  type Ref,
} from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { EditForm } from '../../../blocks/edit-form.tsx';
import { useEdit } from '../../../blocks/use-edit.ts';
import { totalOf } from '../../../blocks/use-list.ts';
import { useAsOf } from '../../../session/as-of.ts';
import { client } from '../../../session/client.ts';
import { IconButton } from '../../../ui/button.tsx';
import { type Effect, Effects } from '../../../ui/effects.tsx';
import { formatList } from '../../../ui/format.ts';
import { IdCardIcon, Trash2Icon } from '../../../ui/icons.tsx';
import { PlainLink, TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Section } from '../../../ui/section.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Until } from '../../../ui/until.tsx';
import { Permission, Tag, Tags, Who } from '../../../ui/who.tsx';
import { useRights } from '../application-tab.ts';
import { grantListQuery, permissionHoldersQuery } from '../queries.ts';
import '../applications.css';
import { deleteWords, words as names, permissionWords as words } from './words.ts';

interface PermissionPanelProps {
  application: Application;
  permission: CatalogueEntry;
  onClose: () => void;
}

/** The panel of one permission: its name, the roles that have it, and its direct grants. */
export function PermissionPanel({ application, permission, onClose }: PermissionPanelProps): ReactNode {
  const rights = useRights(application);
  const [deleting, setDeleting] = useState(false);
  const holding = useQuery(rolesHoldingQuery(application.id, permission));
  const directGrants = useQuery(
    grantListQuery(application.id, { permission: permission.id, state: 'active,scheduled', limit: 1 }),
  );
  return (
    <Panel
      title={<Permission>{permission.name}</Permission>}
      lead={permission.title || undefined}
      onClose={onClose}
      actions={
        rights.permissions && <IconButton icon={Trash2Icon} label={words.delete} onClick={() => setDeleting(true)} />
      }
    >
      {rights.permissions && <Names application={application} permission={permission} />}
      <Section title={names.inRoles} n={permission.roles}>
        {permission.roles === 0 ? (
          <p className="text-faint">{words.noRole}</p>
        ) : (
          <Until calls={[holding]} lines={1}>
            {() => <RoleTags application={application.id} roles={holding.data?.roles ?? []} all={permission.roles} />}
          </Until>
        )}
      </Section>
      <Section title={words.grantedAlone} n={directGrants.data && totalOf(directGrants.data)}>
        <Until calls={[directGrants]} lines={1}>
          {() =>
            directGrants.data && directGrants.data.total > 0 ? (
              <TextLink
                to="/applications/$application"
                params={{ application: application.id }}
                search={{ tab: 'grants', permission: permission.id }}
                activeProps={{}}
              >
                {words.seeGrants}
              </TextLink>
            ) : (
              <p className="text-faint">{words.toNobody}</p>
            )
          }
        </Until>
      </Section>
      {rights.access && <Holders application={application.id} permission={permission.name} />}
      {deleting && (
        <DeletePermission
          application={application}
          permission={permission}
          onClose={() => setDeleting(false)}
          onGone={onClose}
        />
      )}
    </Panel>
  );
}

/** The first roles that have the permission, and the number of further roles. */
function RoleTags({ application, roles, all }: { application: string; roles: readonly Ref[]; all: number }): ReactNode {
  return (
    <Tags>
      {roles.map((role) => (
        <PlainLink
          key={role.id}
          to="/applications/$application"
          params={{ application }}
          search={{ tab: 'roles', open: role.id }}
          activeProps={{}}
        >
          <Tag icon={IdCardIcon}>{role.name}</Tag>
        </PlainLink>
      ))}
      {all > roles.length && <span className="text-faint small">{words.andOthers(all - roles.length)}</span>}
    </Tags>
  );
}

/** The first holders of the permission, with their number and a link to all of them with their paths. */
function Holders({ application, permission }: { application: string; permission: string }): ReactNode {
  const holders = useQuery(permissionHoldersQuery(application, permission, useAsOf()));
  return (
    <Section title={words.heldBy} n={holders.data && totalOf(holders.data)}>
      <Until calls={[holders]} lines={2}>
        {() =>
          holders.data === undefined || holders.data.total === 0 ? (
            <p className="text-faint">{words.toNobody}</p>
          ) : (
            <>
              <ul className="permission-holders">
                {holders.data.items.map(({ user, admin }) => (
                  <li key={user.id}>
                    <Who of={user.name} name={user.name} detail={admin ? adminRole : user.detail} />
                  </li>
                ))}
              </ul>
              <p>
                <TextLink to="/explain" search={{ ask: 'who', application, permission }}>
                  {words.allHolders}
                </TextLink>
              </p>
            </>
          )
        }
      </Until>
    </Section>
  );
}

function Names({ application, permission }: Omit<PermissionPanelProps, 'onClose'>): ReactNode {
  const params = { application: application.id, permission: permission.id };
  const edit = useEdit({
    name: 'permission',
    of: permission,
    schema: newPermission,
    valuesOf: ({ name, title }) => ({ name, title }),
    entry: ({ name, title }) => ({ name: name.trim(), title: title.trim() }),
    save: (body, ifMatch) => client.permissions.update({ params, body, ifMatch }),
    load: () => findPermission(application.id, permission),
    saved: ({ name }) => words.saved(name),
  });
  const { form, base } = edit;
  return (
    <EditForm edit={edit} of={base.name} labels={{ name: names.name, title: names.title }}>
      <TextField
        label={names.name}
        mono
        spellCheck={false}
        {...form.field('name')}
        hint={form.values.name === base.name ? undefined : words.renamed}
      />
      <TextField label={names.title} optional hint={words.titleHint} {...form.field('title')} />
    </EditForm>
  );
}

interface DeletePermissionProps {
  application: Application;
  permission: CatalogueEntry;
  onClose: () => void;
  onGone: () => void;
}

/** Deletes a permission, after showing who loses it, how many roles contain it and how many grants end. */
function DeletePermission({ application, permission, onClose, onGone }: DeletePermissionProps): ReactNode {
  const holding = useQuery(rolesHoldingQuery(application.id, permission));
  const directGrants = useQuery(
    grantListQuery(application.id, { permission: permission.id, state: 'active,scheduled', limit: 1 }),
  );
  const names = holding.data?.roles.map(({ name }) => name) ?? [];
  const others = permission.roles - names.length;
  const effects: Effect[] = [
    permission.roles === 0
      ? { id: 'roles', kind: 'same', what: deleteWords.noRole }
      : {
          id: 'roles',
          kind: 'lose',
          what: deleteWords.roles(permission.roles),
          names: names.length > 0 ? formatList(others > 0 ? [...names, deleteWords.others(others)] : names) : undefined,
        },
    directGrants.data && directGrants.data.total > 0
      ? { id: 'grants', kind: 'lose', what: deleteWords.grants(totalOf(directGrants.data), directGrants.data.total) }
      : { id: 'grants', kind: 'same', what: deleteWords.noGrant },
  ];
  const params = { application: application.id, permission: permission.id };
  return (
    <ConfirmDialog
      final
      title={deleteWords.title(permission.name)}
      action={deleteWords.action}
      changes={[{ call: 'permissions.remove', params }]}
      done={deleteWords.done(permission.name)}
      onClose={onClose}
      run={async () => {
        await client.permissions.remove({ params, ifMatch: permission.version });
        onGone();
      }}
    >
      <p>{deleteWords.text}</p>
      <Until calls={[holding, directGrants]}>{() => <Effects effects={effects} />}</Until>
    </ConfirmDialog>
  );
}

const CANDIDATES = 40;

/** The roles that have a permission directly. The search only finds candidates, so each role is read and checked. */
const rolesHoldingQuery = (application: string, permission: CatalogueEntry) =>
  queryOptions({
    queryKey: ['applications', application, 'roles-holding', permission.id, permission.name, permission.roles],
    enabled: permission.roles > 0,
    queryFn: async ({ signal }): Promise<{ roles: Ref[] }> => {
      const found = await client.roles.list({
        params: { application },
        query: { q: permission.name, limit: CANDIDATES },
        signal,
      });
      const candidates = found.items.filter(({ builtIn, permissions }) => !builtIn && permissions > 0);
      const hasPermission = await Promise.all(
        candidates.map(async (role) => {
          const { items } = await client.roles.items({
            params: { application, role: role.id },
            query: { q: permission.name, own: 'true', limit: CANDIDATES },
            signal,
          });
          return items.some(({ id, own }) => own && id === permission.id);
        }),
      );
      return { roles: candidates.filter((_, place) => hasPermission[place]) };
    },
  });

/**
 * The current version of the permission. There is no call for a single permission, so this searches the list by name.
 */
async function findPermission(application: string, permission: CatalogueEntry): Promise<CatalogueEntry> {
  const { items } = await client.permissions.list({
    params: { application },
    query: { q: permission.name, limit: CANDIDATES },
  });
  const found = items.find(({ id }) => id === permission.id);
  if (found) return found;
  throw new Error(words.overtaken);
}
