import '../applications.css';
import { type Application, applicationChange } from '@licet/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { EditForm } from '../../../blocks/edit-form.tsx';
import { nameNowFact } from '../../../blocks/tense.ts';
import { useEdit } from '../../../blocks/use-edit.ts';
import { client } from '../../../session/client.ts';
import { PageBody } from '../../../shell/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy.tsx';
import { Effects } from '../../../ui/effects.tsx';
import { PencilIcon, Trash2Icon } from '../../../ui/icons.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { Time } from '../../../ui/time.tsx';
import { type TabProps, useRights } from '../application-tab.ts';
import { deleteWords, words } from './words.ts';

/** The name, description and identifier of an application, and its deletion. */
export function DetailsTab({ application }: TabProps): ReactNode {
  const rights = useRights(application);
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  return (
    <PageBody>
      <div className="columns">
        <div className="stack">
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
