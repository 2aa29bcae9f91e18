import { type ReactNode, useEffect, useRef } from 'react';
import { Callout } from '../ui/callout.tsx';
import type { Form, FormSchema } from '../ui/form.ts';
import type { Problem } from '../ui/problem.ts';
import '../ui/field.css';
import { PublicPage } from './public-page.tsx';
import { isAway, type Refusal } from './send.ts';
import { words } from './words.ts';
import '../ui/button.css';

/** A schema that only checks for empty fields. For all other errors the form shows the server's sentences. */
export function entered<V extends Record<string, string>>(
  missing: Partial<Record<keyof V & string, string>>,
): FormSchema<V> {
  return {
    safeParse: (input) => {
      const values = input as V;
      const issues = Object.entries(missing)
        .filter(([name]) => values[name] === '')
        .map(([name, message]) => ({ path: [name], message: String(message) }));
      return issues.length === 0 ? { success: true, data: values } : { success: false, error: { issues } };
    },
  };
}

/**
 * The error above the fields, if it does not belong to a field. After a failed attempt, the focus moves to the first
 * invalid field, or else to this error.
 */
export function PageErrors<V extends object>({ form }: { form: Form<V> }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef(0);
  const { attempt, errors, problem } = form;
  const field = Object.keys(form.values).find((name) => errors.has(name));
  const target = field === undefined ? undefined : form.fieldId(field);

  useEffect(() => {
    if (attempt === seen.current) return;
    seen.current = attempt;
    if (target === undefined) box.current?.focus();
    else document.getElementById(target)?.focus();
  }, [attempt, target]);

  if (!problem || field !== undefined) return null;
  return (
    <div ref={box} tabIndex={-1} className="form-errors">
      <RefusalNote problem={problem} />
    </div>
  );
}

/** An error and its remedy. Shows a sentence only once if both have it. */
export function RefusalNote({
  problem: { title, detail, next },
}: {
  problem: Pick<Problem, 'title' | 'detail' | 'next'>;
}): ReactNode {
  const sentences = new Set([detail, next].filter((sentence) => sentence && sentence !== title));
  return (
    <Callout tone="no" live>
      <b>{title}</b>
      {[...sentences].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Callout>
  );
}

/** Says why the page cannot continue, and links to the start. */
export function StartAgain({ title, refusal }: { title: string; refusal: Refusal }): ReactNode {
  const away = isAway(refusal);
  return (
    <PublicPage title={away ? refusal.title.replace(/\.$/, '') : title} lead={refusal.detail}>
      {away ? (
        <button type="button" className="button primary wide" onClick={() => location.reload()}>
          {words.retry}
        </button>
      ) : (
        <a className="button primary wide" href="/">
          {words.toSignIn}
        </a>
      )}
    </PublicPage>
  );
}
