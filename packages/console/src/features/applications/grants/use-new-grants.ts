import { type Application, limits, newGrant } from '@licet/contract';
import { type FormEvent, useState } from 'react';
import { client } from '../../../session/client.ts';
import type { Option } from '../../../ui/option.ts';
import { asProblem } from '../../../ui/problem.ts';
import { useToast } from '../../../ui/toast.tsx';
import { listed } from '../counts.ts';
import type { PrincipalOption } from '../find-options.tsx';
import { useRefresh } from '../queries.ts';
import { endOf } from './grant-period.ts';
import type { EndValue, StartValue } from './period-fields.tsx';
import type { GrantPrefill } from './prefill.ts';

/** What the form of new grants holds. */
export interface GrantValues {
  to: PrincipalOption[];
  kind: 'role' | 'permission';
  gives: Option | null;
  start: StartValue;
  end: EndValue;
  reason: string;
}

export type GrantErrors = Partial<Record<'to' | 'gives' | 'start' | 'end' | 'reason', string>>;

/** Somebody who could not be granted it, and why. */
export interface GrantFailure {
  who: string;
  title: string;
  detail: string;
}

export interface NewGrants {
  values: GrantValues;
  set: (changes: Partial<GrantValues>) => void;
  errors: GrantErrors;
  failures: readonly GrantFailure[];
  pending: boolean;
  onSubmit: (event: FormEvent) => void;
}

/** The form of "Add grant": one grant for each person and group. Those that fail stay in the form, with the reason. */
export function useNewGrants(application: Application, prefill: GrantPrefill, onDone: () => void): NewGrants {
  const refresh = useRefresh();
  const toast = useToast();
  const [values, setValues] = useState<GrantValues>({
    to: [...prefill.to],
    kind: prefill.kind,
    gives: prefill.gives,
    start: { choice: 'now', on: null },
    end: { choice: 'week', on: null },
    reason: '',
  });
  const [errors, setErrors] = useState<GrantErrors>({});
  const [failures, setFailures] = useState<readonly GrantFailure[]>([]);
  const [pending, setPending] = useState(false);

  const send = async () => {
    const { gives } = values;
    const found = errorsOf(values);
    setErrors(found);
    if (Object.keys(found).length > 0 || !gives) return;
    setPending(true);
    const failed: { principal: PrincipalOption; failure: GrantFailure }[] = [];
    for (const principal of values.to) {
      try {
        const body = { ...bodyOf(values), principal: { kind: principal.kind, id: principal.id } };
        await client.grants.create({
          params: { application: application.id },
          body: { ...body, gives: { kind: values.kind, id: gives.id } },
        });
      } catch (thrown) {
        const { title, detail } = asProblem(thrown);
        failed.push({ principal, failure: { who: principal.label, title, detail: detail ?? title } });
      }
    }
    setPending(false);
    const done = values.to.filter(({ id }) => failed.every(({ principal }) => principal.id !== id));
    if (done.length > 0) {
      const names = listed(done.map(({ label }) => label));
      toast({ text: `${names} ${done.length === 1 ? 'holds' : 'hold'} ${gives.label}.` });
    }
    await refresh();
    if (failed.length === 0) return onDone();
    setValues((before) => ({ ...before, to: failed.map(({ principal }) => principal) }));
    setFailures(failed.map(({ failure }) => failure));
  };

  return {
    values,
    errors,
    failures,
    pending,
    set: (changes) => {
      setValues((before) => ({ ...before, ...changes }));
      setErrors({});
    },
    onSubmit: (event) => {
      event.preventDefault();
      if (!pending) void send();
    },
  };
}

/** What is missing or does not fit, a sentence a field. */
function errorsOf(values: GrantValues): GrantErrors {
  const errors: GrantErrors = {};
  const now = new Date();
  const start = values.start.choice === 'on' ? values.start.on : now;
  const end = endOf(values.end.choice, values.end.on, start ?? now);
  if (values.to.length === 0) errors.to = 'Choose somebody who gets it.';
  if (!values.gives) errors.gives = values.kind === 'role' ? 'Choose a role.' : 'Choose a permission.';
  if (start === null) errors.start = 'Choose the day and the time, or let it start now.';
  else if (start < now) errors.start = 'That lies in the past. Choose a time from now on.';
  if (end === undefined) errors.end = 'Choose the day and the time, or no end.';
  else if (end !== null && start !== null && end <= start) errors.end = 'The end is not after the start.';
  const reason = newGrant.shape.reason.safeParse(values.reason);
  if (!reason.success)
    errors.reason = reason.error.issues[0]?.message ?? `At most ${limits.reasonMax.value} characters.`;
  return errors;
}

function bodyOf({ start, end, reason }: GrantValues): { starts?: string; ends: string | null; reason: string } {
  const from = start.choice === 'on' ? start.on : null;
  const until = endOf(end.choice, end.on, from ?? new Date());
  return {
    ...(from && { starts: from.toISOString() }),
    ends: until ? until.toISOString() : null,
    reason: reason.trim(),
  };
}
