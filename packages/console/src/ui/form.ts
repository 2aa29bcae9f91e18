import { type FormEvent, useEffect, useRef, useState } from 'react';
import { forgetDraft, keepDraft, withDraft } from './form-draft.ts';
import { asProblem, type Problem, pointerToField } from './problem.ts';
import { reasons } from './reasons/shown.ts';

/** What a form needs of a schema; zod's schemas have it. */
export interface FormSchema<T> {
  safeParse: (
    input: unknown,
  ) => { success: true; data: T } | { success: false; error: { issues: readonly FormIssue[] } };
}

export interface FormIssue {
  path: readonly PropertyKey[];
  message: string;
  /** The reason and the values, where `message` holds what was typed. */
  params?: Readonly<Record<string, unknown>> | undefined;
}

export interface FormOptions<V extends object, T> {
  schema: FormSchema<T>;
  initial: V;
  /** What is sent of what was typed, for the schema to look at; the same, when left out. */
  entry?: ((values: V) => unknown) | undefined;
  /** Keeps what is typed through a reload, under this name. Never in forms with passwords, nor secrets but the one that is named. */
  keep?: string | undefined;
  /** The field whose value is a secret: it is not kept with the others. */
  secret?: (keyof V & string) | undefined;
  /** Sends it. What it throws is shown: entries beside their fields, the rest above the form. */
  submit: (data: T) => Promise<void> | void;
}

/** What a field of the ui takes from a form: `<TextField label="Name" {...form.field('name')} />`. */
export interface BoundField<X> {
  id: string;
  name: string;
  value: X;
  onChange: (value: X) => void;
  error: string | undefined;
}

export interface Form<V extends object> {
  /** The id of the form's element. */
  id: string;
  values: V;
  field: <K extends keyof V & string>(name: K) => BoundField<V[K]>;
  set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  reset: (values?: V) => void;
  onSubmit: (event?: FormEvent) => void;
  pending: boolean;
  changed: boolean;
  /** One sentence for each entry that needs another look, by field. */
  errors: ReadonlyMap<string, string>;
  /** What went wrong apart from single entries. */
  problem: Problem | undefined;
  /** Grows with every failed attempt, so that `FormErrors` takes the focus. */
  attempt: number;
  fieldId: (name: string) => string;
}

/**
 * A form: values, errors by field, one submission at a time.
 * @param id the id of its element; those of its fields begin with it
 */
export function useForm<V extends object, T>(options: FormOptions<V, T>, id = 'f'): Form<V> {
  const { schema, initial, entry = (typed: V) => typed, keep, secret, submit } = options;
  const [first, setFirst] = useState(initial);
  const [values, setValues] = useState(() => withDraft(keep, initial));
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<Problem>();
  const [pending, setPending] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const busy = useRef(false);

  const fail = (found: ReadonlyMap<string, string>, why?: Problem) => {
    setErrors(found);
    setProblem(why);
    setAttempt((count) => count + 1);
  };

  const send = async () => {
    const parsed = schema.safeParse(entry(values));
    if (!parsed.success) return fail(firstByField(parsed.error.issues));
    busy.current = true;
    setPending(true);
    setErrors(new Map());
    setProblem(undefined);
    try {
      await submit(parsed.data);
    } catch (thrown) {
      const why = asProblem(thrown);
      const found = new Map(why.errors.map((entry) => [pointerToField(entry.pointer), entry.detail]));
      fail(found, why);
    } finally {
      busy.current = false;
      setPending(false);
    }
  };

  const set: Form<V>['set'] = (name, value) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => (before.has(name) ? new Map([...before].filter(([key]) => key !== name)) : before));
  };
  const fieldId = (name: string) => `${id}-${name}`;

  useEffect(() => {
    if (keep === undefined) return;
    if (values !== first)
      keepDraft(keep, { first, values: secret === undefined ? values : { ...values, [secret]: first[secret] } });
    // A reload runs no clean-up: a form that is closed or sent is forgotten, one that is torn away is not.
    return () => forgetDraft(keep);
  }, [keep, secret, first, values]);

  return {
    id,
    values,
    field: (name) => ({
      id: fieldId(name),
      name,
      value: values[name],
      onChange: (value) => set(name, value),
      error: errors.get(name),
    }),
    set,
    reset: (next = first) => {
      setFirst(next);
      setValues(next);
      setErrors(new Map());
      setProblem(undefined);
    },
    onSubmit: (event) => {
      event?.preventDefault();
      if (!busy.current) void send();
    },
    pending,
    changed: values !== first,
    errors,
    problem,
    attempt,
    fieldId,
  };
}

/** Nested entries count for their outermost field as well, so that an error is never out of sight. */
function firstByField(issues: readonly FormIssue[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const issue of issues) {
    for (const name of [String(issue.path[0] ?? ''), issue.path.map(String).join('.')]) {
      if (!found.has(name)) found.set(name, reasons.ofIssue(issue));
    }
  }
  return found;
}
