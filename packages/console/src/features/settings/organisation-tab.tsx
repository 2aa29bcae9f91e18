import { calls, type Settings } from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EditForm } from '../../blocks/edit-form.tsx';
import { say } from '../../blocks/say.tsx';
import { useEdit } from '../../blocks/use-edit.ts';
import { client } from '../../session/client.ts';
import { PageBody } from '../../shell/page.tsx';
import { CopyField } from '../../ui/copy.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ErrorState, SkeletonFields } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { words as tabWords, organisationWords as words } from './words.ts';

const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => client.settings.get({ signal }),
});

/** The name of the organisation, and the address of Licet. */
export function OrganisationTab(): ReactNode {
  const settings = useQuery(settingsQuery);
  return (
    <PageBody>
      {settings.data ? (
        <div className="form">
          <OrganisationForm settings={settings.data} />
          <CopyField label={words.address} value={location.origin} hint={words.addressHint} />
          <p className="text-muted small">
            {say(words.appearance, {
              tab: (
                <TextLink to="/settings/$tab" params={{ tab: 'appearance' }}>
                  {tabWords.tabs.appearance}
                </TextLink>
              ),
            })}
          </p>
        </div>
      ) : settings.error ? (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <SkeletonFields fields={1} />
      )}
    </PageBody>
  );
}

const valuesOf = ({ organisation }: Settings) => ({ organisation });
const named = (settings: Settings) => ({ ...settings, id: 'settings' });

function OrganisationForm({ settings }: { settings: Settings }): ReactNode {
  const edit = useEdit({
    name: 'organisation',
    of: named(settings),
    schema: calls.settings.update.body,
    valuesOf,
    entry: ({ organisation }) => ({ organisation: organisation.trim() }),
    save: async (body, ifMatch) => named(await client.settings.update({ body, ifMatch })),
    load: async () => named(await client.settings.get({})),
    saved: () => words.saved,
  });
  return (
    <EditForm edit={edit} of={settings.organisation} labels={{ organisation: words.name }}>
      <TextField label={words.name} hint={words.nameHint} {...edit.form.field('organisation')} />
    </EditForm>
  );
}
