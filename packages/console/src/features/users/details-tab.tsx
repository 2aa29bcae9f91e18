import { calls, type User } from '@licet/contract';
import type { ReactNode } from 'react';
import { EditForm } from '../../blocks/edit-form.tsx';
import { useEdit } from '../../blocks/use-edit.ts';
import { client } from '../../session/client.ts';
import { Section } from '../../ui/section.tsx';
import { UserFacts } from './user-facts.tsx';
import { entryOf, UserFields, userLabels, valuesOf } from './user-fields.tsx';
import { detailsWords as words } from './words.ts';

/** The form for a user's name, username, e-mail and job title, with read-only facts. */
export function DetailsTab({ user, mayManage }: { user: User; mayManage: boolean }): ReactNode {
  return (
    <div className="body">
      <div className="padded rows spaced">
        {mayManage && <DetailsForm user={user} />}
        <Section title={words.facts}>
          <UserFacts user={user} named={!mayManage} />
        </Section>
      </div>
    </div>
  );
}

function DetailsForm({ user }: { user: User }): ReactNode {
  const params = { user: user.id };
  const edit = useEdit({
    name: 'user',
    of: user,
    schema: calls.users.create.body,
    valuesOf,
    entry: entryOf,
    save: (body, ifMatch) => client.users.update({ params, body, ifMatch }),
    load: () => client.users.get({ params }),
    // A change of a verified e-mail address cannot be undone, because undo would not restore the verification.
    final: (changes, { emailVerified }) => 'email' in changes && emailVerified === true,
    saved: ({ name }) => words.saved(name),
  });
  return (
    <EditForm edit={edit} of={user.name} labels={userLabels}>
      <UserFields form={edit.form} />
    </EditForm>
  );
}
