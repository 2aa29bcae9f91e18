import { useState } from 'react';
import { type Form, type FormOptions, useForm } from '../ui/form.ts';
import { asProblem } from '../ui/problem.ts';
import { showToast } from '../ui/toast.tsx';
import { useUndo } from './undo.ts';
import { useRefresh } from './use-action.ts';
import { editWords as words } from './words.ts';

export interface EditOptions<E, V extends object, T extends object>
  extends Pick<FormOptions<V, T>, 'schema' | 'secret'> {
  /** The name of the form, such as `group`. Together with the entity's id it identifies the draft. */
  name: string;
  /** The entity as it was read. */
  of: E;
  valuesOf: (entity: E) => V;
  /** Converts the typed values to those that are sent. By default both are the same. */
  entry?: ((values: V) => T) | undefined;
  /** Sends the changed values. `ifMatch` is the version of `before`. */
  save: (changes: Partial<T>, ifMatch: number, before: E) => Promise<E>;
  /** Reloads the entity after another user saved it. */
  load: () => Promise<E>;
  /** Whether undo could not restore everything. If so, the toast has no Undo. */
  final?: ((changes: Partial<T>, before: E) => boolean) | undefined;
  /** Returns the text of the toast. May have side effects. */
  saved: (entity: E) => string;
  onSaved?: ((entity: E) => void) | undefined;
}

export interface Edit<E, V extends object, T extends object = object> {
  form: Form<V>;
  /** The initial values of the form. */
  base: V;
  /** The values that another user saved meanwhile. */
  theirs: V | undefined;
  takeTheirs: () => void;
  discard: () => void;
  entity: E;
  /** The entity against whose version the next save is made. After a conflict this is the other user's version. */
  standing: E;
  /** The changes to send. */
  changes: Partial<T>;
}

/**
 * Edits stored data, for `EditForm`. Sends only the differences. If another user saved first, keeps the typed values
 * and shows both versions. The next save is then made against the other user's version.
 */
export function useEdit<E extends { id: string; version: number }, V extends object, T extends object>(
  options: EditOptions<E, V, T>,
): Edit<E, V, T> {
  const { name, of, schema, secret, valuesOf, entry = (values: V) => values as unknown as T } = options;
  const refresh = useRefresh();
  const undoing = useUndo();
  // The initial values stay unchanged while the user types. A newer version that loads meanwhile causes a conflict, so
  // the save overwrites nothing.
  const [base, setBase] = useState(of);
  const [theirs, setTheirs] = useState<E>();

  const begin = (entity: E) => {
    setBase(entity);
    setTheirs(undefined);
    form.reset(valuesOf(entity));
    return refresh();
  };
  const save = async (entered: T) => {
    const changes = changesOf(entered, entry(valuesOf(base)));
    const before = theirs ?? base;
    try {
      const nothing = Object.keys(changes).length === 0;
      const saved = nothing ? base : await options.save(changes, before.version, before);
      const back = nothing || options.final?.(changes, before) ? undefined : formerOf(changes, entry(valuesOf(before)));
      // Update the visible version before the user can press anything else, because other parts of the page save
      // against this version.
      await begin(saved);
      const undo = back && { run: () => options.save(back, saved.version, saved), done: words.undone };
      showToast({ text: options.saved(saved), ...(undo && { action: undoing(undo) }) });
      options.onSaved?.(saved);
    } catch (thrown) {
      if (asProblem(thrown).code !== 'version_conflict') throw thrown;
      setTheirs(await options.load());
    }
  };
  const form = useForm({ schema, entry, initial: valuesOf(of), keep: `${name} ${of.id}`, secret, submit: save }, name);
  if (of.version > base.version && !form.changed && !form.pending) {
    // While nothing is typed, the form follows the stored values, such as another user's change or an undo.
    setBase(of);
    form.reset(valuesOf(of));
  }
  return {
    form,
    entity: base,
    standing: theirs ?? base,
    changes: changesOf(entry(form.values), entry(valuesOf(base))),
    base: valuesOf(base),
    theirs: theirs && valuesOf(theirs),
    takeTheirs: () => void (theirs && begin(theirs)),
    discard: () => form.reset(valuesOf(base)),
  };
}

/** Returns only the differences from the values that were read, so that a save does not overwrite others' changes. */
export function changesOf<T extends object>(entered: T, before: Partial<T>): Partial<T> {
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof T]);
  return Object.fromEntries(Object.entries(entered).filter(differs)) as Partial<T>;
}

/** The former values of the changed fields; undefined if one of them, such as a secret, cannot be restored. */
function formerOf<T extends object>(changes: Partial<T>, before: T): Partial<T> | undefined {
  const names = Object.keys(changes) as (keyof T)[];
  if (names.some((name) => before[name] === undefined)) return undefined;
  return Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<T>;
}
