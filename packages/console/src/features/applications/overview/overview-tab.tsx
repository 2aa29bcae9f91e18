import { nameNowFact } from '../../../blocks/tense.ts';
import '../applications.css';
import { type Application, applicationChange } from '@licet/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { EditForm } from '../../../blocks/edit-form.tsx';
import { AccessOverTime, UseOverTime } from '../../../blocks/over-time/over-time.tsx';
import { useEdit } from '../../../blocks/use-edit.ts';
import { countText } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { PageBody } from '../../../shell/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy.tsx';
import { Effects } from '../../../ui/effects.tsx';
import { CircleDashedIcon, PencilIcon, Trash2Icon } from '../../../ui/icons.tsx';
import { ButtonLink, PlainLink } from '../../../ui/links.tsx';
import { Facts, Lines, Section } from '../../../ui/section.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { Time } from '../../../ui/time.tsx';
import type { ApplicationAddress } from '../address.ts';
import { type TabProps, useRights } from '../application-tab.ts';
import { Owners } from './owners.tsx';
import { deleteWords, stepWords, words } from './words.ts';

/** Changes the name and the description. */
function DetailsForm({ application, onDone }: { application: Application; onDone: () => void }): ReactNode {
  const params = { application: application.id };
  const edit = useEdit({
    name: 'application',
    of: application,
    schema: applicationChange.required(),
    valuesOf: ({ name, description }) => ({ name, description }),
    entry: ({ name, description }) => ({ name: name.trim(), description: description.trim() }),
    save: (body, ifMatch) => client.applications.update({ params, body, ifMatch }),
    load: () => client.applications.get({ params }),
    saved: ({ name }) => words.saved(name),
    onSaved: onDone,
  });
  return (
    <EditForm edit={edit} of={application.name} labels={labels} onClose={onDone}>
      <TextField label={words.name} {...edit.form.field('name')} />
      <TextArea label={words.description} optional {...edit.form.field('description')} />
    </EditForm>
  );
}

const labels = { name: words.name, description: words.description };

/** The overview of an application: its owners, its contents, and what is missing. */
export function OverviewTab({ application }: TabProps): ReactNode {
  const rights = useRights(application);
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  return (
    <PageBody>
      <div className="columns">
        <div className="stack">
          <NextSteps application={application} />
          <Counts application={application} />
          {rights.access && <AccessOverTime application={application.id} since={application.createdAt} />}
          {rights.access && !application.builtIn && (
            <UseOverTime application={application.id} since={application.createdAt} />
          )}
          <Section
            title={words.about}
            end={
              rights.details &&
              !editing && (
                <Button small kind="quiet" icon={PencilIcon} onClick={() => setEditing(true)}>
                  {words.edit}
                </Button>
              )
            }
          >
            {editing ? (
              <DetailsForm application={application} onDone={() => setEditing(false)} />
            ) : (
              <Facts
                facts={[
                  [words.name, application.name],
                  ...nameNowFact(application),
                  [
                    words.description,
                    application.description === '' ? (
                      <span key="none" className="text-faint">
                        {words.none}
                      </span>
                    ) : (
                      <span key="text" className="prewrap">
                        {application.description}
                      </span>
                    ),
                  ],
                  [words.registered, <Time key="at" at={application.createdAt} />],
                ]}
              />
            )}
          </Section>
        </div>
        <div className="stack">
          <CopyField label={words.identifier} value={application.id} hint={words.identifierHint} />
          <Owners application={application} />
          {rights.register && !application.builtIn && (
            <Section title={deleteWords.section}>
              <div className="stack">
                <p className="text-muted prewrap">{deleteWords.sectionText}</p>
                <p>
                  <Button icon={Trash2Icon} onClick={() => setDeleting(true)}>
                    {deleteWords.ask}
                  </Button>
                </p>
              </div>
            </Section>
          )}
        </div>
      </div>
      {deleting && <DeleteApplication application={application} onClose={() => setDeleting(false)} />}
    </PageBody>
  );
}

function Counts({ application }: { application: Application }): ReactNode {
  const counts = [
    ['permissions', words.permissions, application.permissions],
    ['roles', words.roles, application.roles],
    ['grants', words.grants, application.grants],
    ['clients', words.clients, application.clients],
  ] as const;
  return (
    <nav className="tally" aria-label={words.inside}>
      {counts.map(([tab, label, count]) => (
        <PlainLink
          key={tab}
          to="/applications/$application"
          params={{ application: application.id }}
          search={{ tab }}
          activeProps={{}}
        >
          <b>{countText(count)}</b>
          <span className="text-faint small">{label}</span>
        </PlainLink>
      ))}
    </nav>
  );
}

/** Deletes an application, after showing what the deletion removes and asking for the identifier. */
function DeleteApplication({ application, onClose }: { application: Application; onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const { id, name } = application;
  const going = (['permissions', 'roles', 'grants', 'clients'] as const).filter((what) => application[what] > 0);
  return (
    <ConfirmDialog
      final
      title={deleteWords.title(name)}
      action={deleteWords.action}
      changes={[{ call: 'applications.remove', params: { application: id } }]}
      typed={{ label: deleteWords.confirm(id), expected: id, wrong: deleteWords.mistyped(id) }}
      done={deleteWords.done(name)}
      onClose={onClose}
      run={async () => {
        await client.applications.remove({ params: { application: id }, ifMatch: application.version });
        await navigate({ to: '/applications' });
      }}
    >
      <p>{deleteWords.text(name)}</p>
      <Effects
        effects={going.map((what) => ({
          id: what,
          kind: 'lose',
          what: deleteWords[what](application[what]),
          word: deleteWords.deleted,
        }))}
      />
    </ConfirmDialog>
  );
}

interface Step {
  id: string;
  missing: boolean;
  may: boolean;
  what: string;
  why: string;
  label: string;
  search: ApplicationAddress;
}

/** The steps that are still needed before users can use the application, in order. */
function NextSteps({ application }: { application: Application }): ReactNode {
  const rights = useRights(application);
  const steps = stepsOf(application, rights).filter(({ missing, may }) => missing && may);
  if (application.builtIn || steps.length === 0) return null;
  return (
    <Section title={stepWords.title}>
      <Lines>
        {steps.map((step, place) => (
          <div key={step.id}>
            <CircleDashedIcon />
            <div className="grow">
              <b>{step.what}</b>
              <div className="text-faint small">{step.why}</div>
            </div>
            <ButtonLink
              small
              kind={place === 0 ? 'primary' : 'plain'}
              to="/applications/$application"
              params={{ application: application.id }}
              search={step.search}
              activeProps={{}}
            >
              {step.label}
            </ButtonLink>
          </div>
        ))}
      </Lines>
    </Section>
  );
}

const BUILT_IN_ROLES = 1;

function stepsOf(application: Application, rights: ReturnType<typeof useRights>): Step[] {
  return [
    {
      id: 'permissions',
      missing: application.permissions === 0,
      may: rights.permissions,
      what: stepWords.permissions,
      why: stepWords.permissionsWhy,
      label: stepWords.permissionsDo,
      search: { tab: 'permissions', add: '1' },
    },
    {
      id: 'roles',
      missing: application.roles <= BUILT_IN_ROLES && application.permissions > 0,
      may: rights.roles,
      what: stepWords.roles,
      why: stepWords.rolesWhy,
      label: stepWords.rolesDo,
      search: { tab: 'roles', add: '1' },
    },
    {
      id: 'grants',
      missing: application.grants === 0 && application.permissions > 0,
      may: rights.grant,
      what: stepWords.grants,
      why: stepWords.grantsWhy,
      label: stepWords.grantsDo,
      search: { tab: 'grants', add: '1' },
    },
    {
      id: 'clients',
      missing: application.clients === 0,
      may: rights.clients,
      what: stepWords.clients,
      why: stepWords.clientsWhy,
      label: stepWords.clientsDo,
      search: { tab: 'clients', add: '1' },
    },
    {
      id: 'owners',
      missing: application.owners.length === 0,
      may: rights.register,
      what: stepWords.owners,
      why: stepWords.ownersWhy,
      label: stepWords.ownersDo,
      search: { add: '1' },
    },
  ];
}
