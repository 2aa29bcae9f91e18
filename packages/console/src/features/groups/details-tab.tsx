import { calls, type Group } from '@licet/contract';
import type { ReactNode } from 'react';
import { EditForm } from '../../blocks/edit-form.tsx';
import { useEdit } from '../../blocks/use-edit.ts';
import { client } from '../../session/client.ts';
import { Section } from '../../ui/section.tsx';
import { GroupFacts } from './group-side.tsx';
import { entryOf, GroupFields, groupLabels, valuesOf } from './groups-screen.tsx';
import { formWords, groupWords } from './words.ts';

/** Edits the name and the description of a group, and shows its other facts. */
export function DetailsTab({ group, mayManage }: { group: Group; mayManage: boolean }): ReactNode {
  return (
    <div className="body">
      <div className="padded rows spaced">
        {mayManage && <DetailsForm group={group} />}
        <Section title={groupWords.facts}>
          <GroupFacts group={group} />
        </Section>
      </div>
    </div>
  );
}

function DetailsForm({ group }: { group: Group }): ReactNode {
  const params = { group: group.id };
  const edit = useEdit({
    name: 'group',
    of: group,
    schema: calls.groups.create.body,
    valuesOf,
    entry: entryOf,
    save: (body, ifMatch) => client.groups.update({ params, body, ifMatch }),
    load: () => client.groups.get({ params }),
    saved: ({ name }) => formWords.saved(name),
  });
  return (
    <EditForm edit={edit} of={group.name} labels={groupLabels}>
      <GroupFields form={edit.form} />
    </EditForm>
  );
}
