import { type FormEvent, useEffect, useRef, useState } from 'react';
import { forgetDraft, keepDraft, withDraft } from './form-draft.ts';
import { asProblem, type Problem, pointerToField } from './problem.ts';
import { reasons } from './reasons/shown.ts';

/** The part of a zod schema that a form needs. */
export interface FormSchema<T> {
  safeParse: (
    input: unknown,
  ) => { success: true; data: T } | { success: false; error: { issues: readonly FormIssue[] } };
}

export interface FormIssue {
  path: readonly PropertyKey[];
  message: string;
  /** The reason code and the values of its sentence. Required if `message` quotes the input. */
  params?: Readonly<Record<string, unknown>> | undefined;
}

export interface FormOptions<V extends object, T> {
  schema: FormSchema<T>;
  initial: V;
  /** Converts the typed values to the body, which the schema then checks. By default the values are the body. */
  entry?: ((values: V) => unknown) | undefined;
  /**
   * Keeps the input through a reload, under this name. Never use it for passwords. Name a field with any other secret
   * in `secret`, so that its value is not stored.
   */
  keep?: string | undefined;
  /** The field with a secret value. `keep` does not store it. */
  secret?: (keyof V & string) | undefined;
  /** Sends the body. If it throws, field errors are shown beside their fields, and other errors above the form. */
  submit: (data: T) => Promise<void> | void;
}

/** The properties for a field component: `<TextField label="Name" {...form.field('name')} />`. */
export interface BoundField<X> {
  id: string;
  name: string;
  value: X;
  onChange: (value: X) => void;
  error: string | undefined;
}

export interface Form<V extends object> {
  /** The id of the form element. */
  id: string;
  values: V;
  field: <K extends keyof V & string>(name: K) => BoundField<V[K]>;
  set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  reset: (values?: V) => void;
  onSubmit: (event?: FormEvent) => void;
  pending: boolean;
  changed: boolean;
  /** The error sentences, at most one per field. */
  errors: ReadonlyMap<string, string>;
  /** The error of the last attempt, except field errors. */
  problem: Problem | undefined;
  /** The number of failed attempts. Its change makes `FormErrors` take the focus. */
  attempt: number;
  fieldId: (name: string) => string;
}

/**
 * Manages a form: its values, its errors by field, and its submission, one at a time.
 * @param id the id of the form element and the prefix of its fields' ids
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
    // A reload runs no clean-up and keeps the draft; closing or sending the form runs it and removes the draft.
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

/**
 * The first error of each field. A nested error is also reported at its outermost field, so that it is visible even if
 * no field shows it.
 */
function firstByField(issues: readonly FormIssue[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const issue of issues) {
    for (const name of [String(issue.path[0] ?? ''), issue.path.map(String).join('.')]) {
      if (!found.has(name)) found.set(name, reasons.ofIssue(issue));
    }
  }
  return found;
}
