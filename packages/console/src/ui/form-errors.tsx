import { type ReactNode, useEffect, useRef } from 'react';
import { Callout } from './callout.tsx';
import type { Form } from './form.ts';
import { SignInAgainButton } from './sign-in-again.tsx';
import { words } from './words.ts';
import './field.css';

export interface FormErrorsProps<V extends object> {
  form: Form<V>;
  /** The labels of the fields, for the links to them. */
  labels?: Partial<Record<keyof V & string, string>> | undefined;
}

/** The errors above the fields, with a link to each invalid field. Takes the focus after a failed attempt. */
export function FormErrors<V extends object>({ form, labels }: FormErrorsProps<V>): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const { attempt, errors, problem } = form;
  const fields = Object.keys(form.values).flatMap((name) => {
    const message = errors.get(name);
    return message === undefined ? [] : ([[name, message]] as const);
  });
  const only = fields.length === 1 && problem === undefined ? fields[0]?.[0] : undefined;

  const target = only === undefined ? undefined : form.fieldId(only);
  const seen = useRef(0);

  useEffect(() => {
    if (attempt === seen.current) return;
    seen.current = attempt;
    if (target !== undefined) document.getElementById(target)?.focus();
    else box.current?.focus();
  }, [attempt, target]);

  const loose = [...errors].filter(([name]) => !Object.hasOwn(form.values, name.split('.')[0] ?? ''));
  if (!problem && fields.length < 2 && loose.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1} className="form-errors">
      <Callout tone="no" live>
        <b>{problem?.title ?? words.correct(fields.length + loose.length)}</b>
        {problem?.detail !== undefined && <p>{problem.detail}</p>}
        {fields.length > 0 && (
          <ul>
            {fields.map(([name, message]) => (
              <li key={name}>
                <a
                  className="link"
                  href={`#${form.fieldId(name)}`}
                  onClick={(event) => focusField(event, form.fieldId(name))}
                >
                  {labelOf(labels, name)}
                </a>
                : {message}
              </li>
            ))}
          </ul>
        )}
        {loose.map(([name, message]) => (
          <p key={name}>{message}</p>
        ))}
        <SignInAgainButton problem={problem} />
      </Callout>
    </div>
  );
}

function focusField(event: { preventDefault: () => void }, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}

function labelOf(labels: Partial<Record<string, string>> | undefined, name: string): string {
  return labels?.[name] ?? name;
}
