import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { FormBody } from '../ui/form-panel.tsx';
import { NoIcon } from '../ui/icon.tsx';
import { DraftButton } from './draft/draft-button.tsx';
import { PlanEffects } from './plan-effects/plan-effects.tsx';
import { type PlannedChanges, unplanned, usePlan } from './plan-effects/use-plan.ts';
import type { Edit } from './use-edit.ts';
import { conflictWords, editWords as words } from './words.ts';
import './edit-form.css';

export interface EditFormProps<E, V extends object> {
  edit: Edit<E, V>;
  /** The name of the edited object, shown in a conflict. */
  of: string;
  labels: Readonly<Record<keyof V & string, string>>;
  children: ReactNode;
  /** Formats field values for the conflict view; not needed for text fields. */
  inWords?: InWords<V> | undefined;
  /** The changes to users' access that saving the typed values would make. The form shows their effects. */
  planned?: PlannedChanges | undefined;
  /** The title of the line in the draft for these changes. */
  inDraft?: string | undefined;
  /** Called after saving or cancelling; without it the form stays open. */
  onClose?: (() => void) | undefined;
}

type InWords<V> = { readonly [K in keyof V & string]?: (value: V[K]) => string };

/** A form that edits stored data, with its buttons and the view of an edit conflict. */
export function EditForm<E, V extends object>({
  edit,
  of,
  labels,
  inWords,
  children,
  planned = unplanned,
  inDraft = '',
  onClose,
}: EditFormProps<E, V>): ReactNode {
  const { form } = edit;
  const asked = usePlan(planned, { held: form.pending });
  return (
    <FormBody form={form} labels={labels} narrow focus={onClose !== undefined}>
      <EditConflict edit={edit} of={of} labels={labels} inWords={inWords} />
      {children}
      <PlanEffects asked={asked} />
      <div className="form-foot">
        <Button
          kind="primary"
          type="submit"
          pending={form.pending}
          {...(!form.changed && !onClose && { idle: words.unchanged })}
        >
          {words.save}
        </Button>
        <DraftButton title={inDraft} changes={planned} onAdded={edit.discard} />
        {onClose && <Button onClick={onClose}>{words.cancel}</Button>}
        {!onClose && form.changed && <Button onClick={edit.discard}>{words.discard}</Button>}
      </div>
    </FormBody>
  );
}

/** Shows the saved and the typed values of a conflict. Renders nothing without a conflict. */
export function EditConflict<E, V extends object>({
  edit: { form, base, theirs, takeTheirs },
  of,
  labels,
  inWords,
}: Pick<EditFormProps<E, V>, 'edit' | 'of' | 'labels' | 'inWords'>): ReactNode {
  if (!theirs) return null;
  return (
    <ConflictView
      of={of}
      fields={conflicting(base, theirs, form.values, labels, inWords)}
      pending={form.pending}
      onKeepMine={() => form.onSubmit()}
      onTakeTheirs={takeTheirs}
    />
  );
}

/** The fields that both users changed to different values. */
function conflicting<V extends object>(
  base: V,
  theirs: V,
  mine: V,
  labels: Readonly<Record<keyof V & string, string>>,
  inWords: InWords<V> = {},
): { id: string; label: string; theirs: string; mine: string }[] {
  return Object.keys(labels).flatMap((id) => {
    const field = id as keyof V & string;
    const [before, other, own] = [base, theirs, mine].map((values) => (inWords[field] ?? asText)(values[field]));
    if (other === own || before === own || before === other) return [];
    return [{ id, label: labels[field], theirs: other || words.empty, mine: own || words.empty }];
  });
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.map(asText).join(', ') : String(value ?? '').trim();
}

/** One field that another user saved differently. */
interface ConflictField {
  id: string;
  label: string;
  /** The saved value. */
  theirs: ReactNode;
  /** The typed value. */
  mine: ReactNode;
}

interface ConflictViewProps {
  of: string;
  fields: readonly ConflictField[];
  /** Saves the typed values over those of the other user. */
  onKeepMine: () => void;
  /** Discards the typed values and takes those of the other user. */
  onTakeTheirs: () => void;
  pending?: boolean | undefined;
}

/** The view of a conflict with another user's save: both values of each field, and the choice between them. */
function ConflictView({ of, fields, onKeepMine, onTakeTheirs, pending }: ConflictViewProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  // Scroll to this view: it is at the top of the form, and the user may have saved from the bottom.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="conflict" role="alert" ref={box}>
      <p className="conflict-head">
        <NoIcon />
        <span>
          <b>{conflictWords.title(of)}</b> {fields.length > 0 ? conflictWords.both : conflictWords.same}
        </span>
      </p>
      {fields.length > 0 && (
        <table className="conflict-table">
          <thead>
            <tr>
              <td />
              <th scope="col">{conflictWords.theirs}</th>
              <th scope="col">{conflictWords.mine}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.id}>
                <th scope="row">{field.label}</th>
                <td>{field.theirs}</td>
                <td>{field.mine}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="conflict-foot">
        <Button onClick={onTakeTheirs}>{conflictWords.takeTheirs}</Button>
        <Button pending={pending} onClick={onKeepMine}>
          {conflictWords.keepMine}
        </Button>
      </div>
    </div>
  );
}
