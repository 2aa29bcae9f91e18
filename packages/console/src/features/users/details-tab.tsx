import type { User } from '@licet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConflictView } from '../../blocks/conflict-view.tsx';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { useForm } from '../../ui/form.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { asProblem } from '../../ui/problem.ts';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserFields, userLabels } from './user-fields.tsx';
import { changesOf, type UserEntry, userEntry, valuesOf } from './user-form.ts';
import { detailsWords as words } from './words.ts';

/** What was typed, and the user as somebody else saved it in the meantime. */
interface Conflict {
  entry: UserEntry;
  theirs: User;
}

/** Name, username and e-mail of a user, to change; and the facts. */
export function DetailsTab({ user, mayManage }: { user: User; mayManage: boolean }): ReactNode {
  return (
    <div className="body">
      <div className="padded rows apart">
        {mayManage && <DetailsForm user={user} />}
        <Section title={words.facts}>
          <UserFacts user={user} named={!mayManage} />
        </Section>
      </div>
    </div>
  );
}

function DetailsForm({ user }: { user: User }): ReactNode {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(user);
  const [conflict, setConflict] = useState<Conflict>();
  const [keeping, setKeeping] = useState(false);

  const save = async (entry: UserEntry, over: User) => {
    const body = changesOf(entry, over);
    const saved =
      Object.keys(body).length === 0
        ? over
        : await client.users.update({ params: { user: user.id }, body, ifMatch: over.version });
    setBase(saved);
    setConflict(undefined);
    form.reset(valuesOf(saved));
    queryClient.setQueryData(['users', 'one', user.id], saved);
    void queryClient.invalidateQueries();
    showToast({ text: words.saved(saved.name) });
  };
  const saveOrShow = async (entry: UserEntry, over: User) => {
    try {
      await save(entry, over);
    } catch (thrown) {
      if (asProblem(thrown).code !== 'version_conflict') throw thrown;
      setConflict({ entry, theirs: await client.users.get({ params: { user: user.id } }) });
    }
  };

  const form = useForm(
    { schema: userEntry, initial: valuesOf(user), submit: (entry) => saveOrShow(entry, base) },
    'user',
  );

  const keepMine = async () => {
    if (!conflict) return;
    setKeeping(true);
    try {
      // Only what was changed here is kept; the rest is theirs.
      await saveOrShow({ ...entryFrom(conflict.theirs), ...changesOf(conflict.entry, base) }, conflict.theirs);
    } catch (thrown) {
      const { title, detail } = asProblem(thrown);
      showToast({ tone: 'no', text: detail ?? title });
    } finally {
      setKeeping(false);
    }
  };
  const takeTheirs = () => {
    if (!conflict) return;
    setBase(conflict.theirs);
    form.reset(valuesOf(conflict.theirs));
    queryClient.setQueryData(['users', 'one', user.id], conflict.theirs);
    setConflict(undefined);
  };

  return (
    <form className="form form-narrow" noValidate onSubmit={form.onSubmit}>
      <FormErrors form={form} labels={userLabels} />
      {conflict && (
        <ConflictView
          of={base.name}
          fields={conflictFields(conflict, base)}
          pending={keeping}
          onKeepMine={() => void keepMine()}
          onTakeTheirs={takeTheirs}
        />
      )}
      <UserFields form={form} />
      <div className="form-foot">
        <Button kind="primary" type="submit" pending={form.pending} {...(!form.changed && { reason: words.unchanged })}>
          {words.save}
        </Button>
        {form.changed && <Button onClick={() => form.reset(valuesOf(base))}>{words.discard}</Button>}
      </div>
    </form>
  );
}

function entryFrom({ name, username, email }: User): UserEntry {
  return { name, username, email };
}

/** The fields that were changed here and that somebody else saved otherwise. */
function conflictFields({ entry, theirs }: Conflict, base: User) {
  const mine = changesOf(entry, base);
  const differs = changesOf(entry, theirs);
  return (['name', 'username', 'email'] as const)
    .filter((field) => field in mine && field in differs)
    .map((field) => ({
      id: field,
      label: userLabels[field],
      theirs: theirs[field] ?? words.noEmail,
      mine: mine[field] ?? words.noEmail,
    }));
}
