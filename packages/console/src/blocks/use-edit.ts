import { useState } from 'react';
import { type Form, type FormOptions, useForm } from '../ui/form.ts';
import { asProblem } from '../ui/problem.ts';
import { showToast } from '../ui/toast.tsx';
import { useUndo } from './undo.ts';
import { useRefresh } from './use-refresh.ts';
import { editWords as words } from './words.ts';

export interface EditOptions<E, V extends object, T extends object>
  extends Pick<FormOptions<V, T>, 'schema' | 'secret'> {
  /** Names it on the page, and with the entity's id the draft: `group`. */
  name: string;
  /** What is edited, as it was read. */
  of: E;
  valuesOf: (entity: E) => V;
  /** What is sent of what was typed; the same, when left out. */
  entry?: ((values: V) => T) | undefined;
  /** Sends what differs from what was stored before, against its version. */
  save: (changes: Partial<T>, ifMatch: number, before: E) => Promise<E>;
  /** Reads what somebody else saved in the meantime. */
  load: () => Promise<E>;
  /** Whether saving the former values again would not bring everything back: the toast then has no Undo. */
  final?: ((changes: Partial<T>, before: E) => boolean) | undefined;
  /** What the toast says, and what else follows. */
  saved: (entity: E) => string;
  onSaved?: ((entity: E) => void) | undefined;
}

export interface Edit<E, V extends object, T extends object = object> {
  form: Form<V>;
  /** What the form began with. */
  base: V;
  /** What somebody else saved while this was typed. */
  theirs: V | undefined;
  takeTheirs: () => void;
  discard: () => void;
  entity: E;
  /** What the next save is against: somebody else's version after a conflict. */
  standing: E;
  /** What would be sent now. */
  changes: Partial<T>;
}

/**
 * Edits something stored. Only what differs is sent; when somebody else was faster, both sides are kept to be shown, and the
 * next save is against theirs. For `EditForm`.
 */
export function useEdit<E extends { id: string; version: number }, V extends object, T extends object>(
  options: EditOptions<E, V, T>,
): Edit<E, V, T> {
  const { name, of, schema, secret, valuesOf, entry = (values: V) => values as unknown as T } = options;
  const refresh = useRefresh();
  const undoing = useUndo();
  // A newer version that is loaded while somebody types is met as a conflict, never overwritten.
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
      // What stands beside the form goes by the version that is in sight: it is the new one before anything else can be pressed.
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
    // Nothing is typed: the form shows what is stored by now, also after somebody else's change or an Undo.
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

/** Only what differs from what was read, so that saving leaves what others changed alone. */
export function changesOf<T extends object>(entered: T, before: Partial<T>): Partial<T> {
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof T]);
  return Object.fromEntries(Object.entries(entered).filter(differs)) as Partial<T>;
}

/** The former values of what changes; nothing where one of them cannot be read, as a secret, and so not be brought back. */
function formerOf<T extends object>(changes: Partial<T>, before: T): Partial<T> | undefined {
  const names = Object.keys(changes) as (keyof T)[];
  if (names.some((name) => before[name] === undefined)) return undefined;
  return Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<T>;
}
