import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { FormBody } from '../ui/form-body.tsx';
import { ConflictView } from './conflict-view.tsx';
import type { Edit } from './use-edit.ts';
import { editWords as words } from './words.ts';

export interface EditFormProps<E, V extends object> {
  edit: Edit<E, V>;
  /** The name of what is edited. */
  of: string;
  labels: Readonly<Record<keyof V & string, string>>;
  children: ReactNode;
  /** It closes when it is done; without it the form stays where it is. */
  onClose?: (() => void) | undefined;
}

/** A form over something stored: its fields, both sides of a conflict, and the buttons. */
export function EditForm<E, V extends object>({ edit, of, labels, children, onClose }: EditFormProps<E, V>): ReactNode {
  const { form, theirs } = edit;
  return (
    <FormBody form={form} labels={labels} narrow focus={onClose !== undefined}>
      {theirs && (
        <ConflictView
          of={of}
          fields={conflicting(edit.base, theirs, form.values, labels)}
          pending={form.pending}
          onKeepMine={() => form.onSubmit()}
          onTakeTheirs={edit.takeTheirs}
        />
      )}
      {children}
      <div className="form-foot">
        <Button
          kind="primary"
          type="submit"
          pending={form.pending}
          {...(!form.changed && !onClose && { reason: words.unchanged })}
        >
          {words.save}
        </Button>
        {onClose && <Button onClick={onClose}>{words.cancel}</Button>}
        {!onClose && form.changed && <Button onClick={edit.discard}>{words.discard}</Button>}
      </div>
    </FormBody>
  );
}

/** The fields that both changed, differently. */
export function conflicting<V extends object>(
  base: V,
  theirs: V,
  mine: V,
  labels: Readonly<Record<keyof V & string, string>>,
): { id: string; label: string; theirs: string; mine: string }[] {
  return Object.keys(labels).flatMap((id) => {
    const field = id as keyof V & string;
    const [before, other, own] = [base, theirs, mine].map((values) => inWords(values[field]));
    if (other === own || before === own || before === other) return [];
    return [{ id, label: labels[field], theirs: other || words.empty, mine: own || words.empty }];
  });
}

function inWords(value: unknown): string {
  return Array.isArray(value) ? value.map(inWords).join(', ') : String(value ?? '').trim();
}
