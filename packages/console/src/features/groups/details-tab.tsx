import type { Group } from '@licet/contract';
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
import { GroupFields, groupLabels } from './group-fields.tsx';
import { changesOf, type GroupEntry, groupEntry, valuesOf } from './group-form.ts';
import { GroupFacts } from './group-side.tsx';
import { formWords, groupWords } from './words.ts';

/** What was typed, and the group as somebody else saved it in the meantime. */
interface Conflict {
  entry: GroupEntry;
  theirs: Group;
}

/** Name and description of a group, to change; and the facts. */
export function DetailsTab({ group, mayManage }: { group: Group; mayManage: boolean }): ReactNode {
  return (
    <div className="body">
      <div className="padded rows apart">
        {mayManage && <DetailsForm group={group} />}
        <Section title={groupWords.facts}>
          <GroupFacts group={group} />
        </Section>
      </div>
    </div>
  );
}

function DetailsForm({ group }: { group: Group }): ReactNode {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(group);
  const [conflict, setConflict] = useState<Conflict>();
  const [keeping, setKeeping] = useState(false);

  const take = (saved: Group) => {
    setBase(saved);
    setConflict(undefined);
    form.reset(valuesOf(saved));
    queryClient.setQueryData(['groups', 'one', group.id], saved);
    void queryClient.invalidateQueries();
  };
  const save = async (entry: GroupEntry, over: Group) => {
    const body = changesOf(entry, over);
    try {
      const nothing = Object.keys(body).length === 0;
      take(nothing ? over : await client.groups.update({ params: { group: group.id }, body, ifMatch: over.version }));
      showToast({ text: formWords.saved(entry.name) });
    } catch (thrown) {
      if (asProblem(thrown).code !== 'version_conflict') throw thrown;
      setConflict({ entry, theirs: await client.groups.get({ params: { group: group.id } }) });
    }
  };
  const form = useForm({ schema: groupEntry, initial: valuesOf(group), submit: (entry) => save(entry, base) }, 'group');

  const keepMine = async () => {
    if (!conflict) return;
    setKeeping(true);
    try {
      const { name, description } = conflict.theirs;
      // Only what was changed here is kept; the rest is theirs.
      await save({ name, description, ...changesOf(conflict.entry, base) }, conflict.theirs);
    } catch (thrown) {
      const { title, detail } = asProblem(thrown);
      showToast({ tone: 'no', text: detail ?? title });
    } finally {
      setKeeping(false);
    }
  };

  return (
    <form className="form form-narrow" noValidate onSubmit={form.onSubmit}>
      <FormErrors form={form} labels={groupLabels} />
      {conflict && (
        <ConflictView
          of={base.name}
          fields={conflictFields(conflict, base)}
          pending={keeping}
          onKeepMine={() => void keepMine()}
          onTakeTheirs={() => take(conflict.theirs)}
        />
      )}
      <GroupFields form={form} />
      <div className="form-foot">
        <Button
          kind="primary"
          type="submit"
          pending={form.pending}
          {...(!form.changed && { reason: formWords.unchanged })}
        >
          {formWords.save}
        </Button>
        {form.changed && <Button onClick={() => form.reset(valuesOf(base))}>{formWords.discard}</Button>}
      </div>
    </form>
  );
}

/** The fields that were changed here and that somebody else saved otherwise. */
function conflictFields({ entry, theirs }: Conflict, base: Group) {
  const mine = changesOf(entry, base);
  const differs = changesOf(entry, theirs);
  return (['name', 'description'] as const)
    .filter((field) => field in mine && field in differs)
    .map((field) => ({
      id: field,
      label: groupLabels[field],
      theirs: theirs[field] || formWords.noDescription,
      mine: mine[field] || formWords.noDescription,
    }));
}
