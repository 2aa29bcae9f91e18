import { type Application, type Permission as CatalogueEntry, permissionChange } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { ConflictView } from '../../../blocks/conflict-view.tsx';
import { client } from '../../../session/client.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { useForm } from '../../../ui/form.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { IdCardIcon, Trash2Icon } from '../../../ui/icons.tsx';
import { PlainLink, TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Section } from '../../../ui/section.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { Permission, Tag, Tags } from '../../../ui/who.tsx';
import { changesOf, conflicting } from '../conflict-fields.ts';
import { counted, totalText } from '../counts.ts';
import { grantListQuery, useRefresh } from '../queries.ts';
import { useRights } from '../rights.ts';
import { useConflict } from '../use-conflict.ts';
import { DeletePermission } from './delete-permission.tsx';
import { findPermission, rolesHoldingQuery } from './roles-holding.ts';

interface PermissionPanelProps {
  application: Application;
  permission: CatalogueEntry;
  onClose: () => void;
}

/** One permission: what it is called, which roles hold it, and to whom it is granted alone. */
export function PermissionPanel({ application, permission, onClose }: PermissionPanelProps): ReactNode {
  const rights = useRights(application);
  const [deleting, setDeleting] = useState(false);
  const holding = useQuery(rolesHoldingQuery(application.id, permission));
  const alone = useQuery(
    grantListQuery(application.id, { permission: permission.id, state: 'active,scheduled', limit: 1 }),
  );
  return (
    <Panel
      title={<Permission>{permission.name}</Permission>}
      lead={permission.title || undefined}
      onClose={onClose}
      actions={
        rights.permissions && (
          <IconButton icon={Trash2Icon} label="Delete permission…" onClick={() => setDeleting(true)} />
        )
      }
    >
      {rights.permissions && <Names application={application} permission={permission} />}
      <Section title="In roles" n={permission.roles}>
        {permission.roles === 0 ? (
          <p className="text-faint">No role holds it. The role admin permits it by the rule.</p>
        ) : holding.data ? (
          <Tags>
            {holding.data.roles.map((role) => (
              <PlainLink
                key={role.id}
                to="/applications/$application"
                params={{ application: application.id }}
                search={{ tab: 'roles', open: role.id }}
                activeProps={{}}
              >
                <Tag icon={IdCardIcon}>{role.name}</Tag>
              </PlainLink>
            ))}
            {permission.roles > holding.data.roles.length && (
              <span className="text-faint small">
                and {counted(permission.roles - holding.data.roles.length, 'other')}
              </span>
            )}
          </Tags>
        ) : (
          <Skeleton width={140} />
        )}
      </Section>
      <Section title="Granted alone" n={alone.data && totalText(alone.data)}>
        {alone.data && alone.data.total > 0 ? (
          <TextLink
            to="/applications/$application"
            params={{ application: application.id }}
            search={{ tab: 'grants', permission: permission.id }}
            activeProps={{}}
          >
            See the grants
          </TextLink>
        ) : (
          <p className="text-faint">To nobody now.</p>
        )}
      </Section>
      {rights.access && (
        <p>
          <TextLink to="/explain" search={{ ask: 'who', application: application.id, permission: permission.name }}>
            Who may do it?
          </TextLink>
        </p>
      )}
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

function Names({ application, permission }: Omit<PermissionPanelProps, 'onClose'>): ReactNode {
  const refresh = useRefresh();
  const toast = useToast();
  const formId = useId();
  const [base, setBase] = useState(permission);
  const params = { application: application.id, permission: permission.id };
  const conflict = useConflict(() => findPermission(application.id, permission));
  const form = useForm(
    {
      schema: permissionChange,
      initial: { name: base.name, title: base.title },
      submit: async (body) => {
        const ifMatch = conflict.versionOr(base.version);
        const saved = await conflict.guard(() =>
          client.permissions.update({ params, body: changesOf(body, base), ifMatch }),
        );
        if (!saved) return;
        setBase(saved);
        form.reset({ name: saved.name, title: saved.title });
        await refresh();
        toast({ text: `${saved.name} is saved.` });
      },
    },
    formId,
  );
  const { theirs } = conflict;
  const renamed = form.values.name !== base.name;
  return (
    <form className="form" noValidate onSubmit={form.onSubmit}>
      <FormErrors form={form} labels={{ name: 'Name', title: 'Title' }} />
      {theirs && (
        <ConflictView
          of={permission.name}
          fields={conflicting([
            { id: 'name', label: 'Name', before: base.name, theirs: theirs.name, mine: form.values.name },
            { id: 'title', label: 'Title', before: base.title, theirs: theirs.title, mine: form.values.title },
          ])}
          pending={form.pending}
          onKeepMine={() => form.onSubmit()}
          onTakeTheirs={() => {
            conflict.clear();
            setBase(theirs);
            form.reset({ name: theirs.name, title: theirs.title });
            void refresh();
          }}
        />
      )}
      <TextField
        label="Name"
        mono
        spellCheck={false}
        {...form.field('name')}
        hint={renamed ? 'The application’s code asks for this name: change it there too.' : undefined}
      />
      <TextField label="Title" optional {...form.field('title')} />
      {form.changed && (
        <div className="inline-row">
          <Button kind="primary" type="submit" pending={form.pending}>
            Save changes
          </Button>
          <Button onClick={() => form.reset({ name: base.name, title: base.title })}>Discard</Button>
        </div>
      )}
    </form>
  );
}
