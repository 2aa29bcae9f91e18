import { type Application, type Grant, newGrant, type PrincipalRef } from '@licet/contract';
import { useEffect, useMemo, useState } from 'react';
import { client } from '../../session/client.ts';
import { type Form, type FormIssue, type FormSchema, useForm } from '../../ui/form.ts';
import { formatList } from '../../ui/format.ts';
import type { Option } from '../../ui/option.ts';
import { asProblem } from '../../ui/problem.ts';
import { showToast } from '../../ui/toast.tsx';
import type { FoundOption } from '../find.ts';
import { type PlannedChanges, unplanned } from '../plan-effects/use-plan.ts';
import { useUndo } from '../undo.ts';
import { useRefresh } from '../use-refresh.ts';
import { endFirst, endOf, sentenceTime } from './grant-period.ts';
import { type EndValue, type StartValue, usualEnd } from './period-fields.tsx';
import type { GrantPrefill } from './prefill.ts';
import { formWords as words } from './words.ts';

/** The values of the form for new grants. */
export interface GrantValues {
  to: readonly FoundOption[];
  kind: 'role' | 'permission';
  gives: Option | null;
  start: StartValue;
  end: EndValue;
  reason: string;
}

/**
 * The form of “Add grant”, which creates one grant for each user, group and program. Holders whose grant failed stay in
 * the form, with the reason.
 */
export function useNewGrants(application: Application, prefill: GrantPrefill, onDone: () => void): Form<GrantValues> {
  const refresh = useRefresh();
  const undoing = useUndo();
  const initial: GrantValues = {
    ...prefill,
    start: { choice: 'now', on: null },
    end: usualEnd,
    reason: '',
  };
  const form = useForm(
    {
      schema: newGrants,
      initial,
      // Each prefill has its own draft, so that input for one user does not appear in the form for another.
      keep: ['grants', application.id, ...[...prefill.to, prefill.gives].map((begun) => begun?.id ?? '')]
        .join(' ')
        .trim(),
      submit: async ({ to, gives, body }) => {
        const failed: { principal: FoundOption; title: string; code: string | undefined; detail: string }[] = [];
        const made: Grant[] = [];
        for (const principal of to) {
          try {
            const grant = await client.grants.create({
              params: { application: application.id },
              body: {
                ...body,
                gives: { kind: gives.kind, id: gives.id },
                principal: { kind: holderKind(principal), id: principal.id },
              },
            });
            made.push(grant);
          } catch (thrown) {
            const { title, detail, code } = asProblem(thrown);
            failed.push({ principal, title, code, detail: words.failed(principal.label, detail ?? title) });
          }
        }
        const done = to.filter((principal) => failed.every((one) => one.principal !== principal));
        if (done.length > 0)
          showToast({
            text: words.done(formatList(done.map(({ label }) => label)), done.length, gives.label, period(body)),
            action: undoing({ run: () => takeBack(made), done: words.undone }),
          });
        await refresh();
        const [first] = failed;
        if (!first) return onDone();
        form.set(
          'to',
          failed.map(({ principal }) => principal),
        );
        const errors = failed.map(({ principal, detail }) => ({ pointer: `/${principal.id}`, detail }));
        // All grants give the same role or permission, so either all of them require a fresh sign-in or none does.
        const code = first.code === 'sign_in_again' ? first.code : undefined;
        throw Object.assign(new Error(first.title), { problem: { title: first.title, code, errors } });
      },
    },
    'grant',
  );
  return form;
}

/** Shortens the preselected end to the role's longest period. */
export function useEndFirst(form: Form<GrantValues>, longestSeconds: number | null | undefined): void {
  const { start, end } = form.values;
  const [first, setFirst] = useState(usualEnd);
  useEffect(() => {
    if (!isSameEnd(end, first)) return;
    const next = endFirst(longestSeconds, start.choice === 'on' && start.on ? start.on : new Date());
    if (isSameEnd(end, next)) return;
    setFirst(next);
    form.set('end', next);
  }, [longestSeconds, start, end, first, form.set]);
}

const isSameEnd = (one: EndValue, other: EndValue) =>
  one.choice === other.choice && one.on?.getTime() === other.on?.getTime();

/** The period for the toast, without a start that is now. */
function period({ starts, ends }: NewGrants['body']): { from: string | undefined; until: string | undefined } {
  const timeText = (at: string | null | undefined) => (at ? sentenceTime(new Date(at), new Date()) : undefined);
  return { from: timeText(starts), until: timeText(ends) };
}

/** Revokes as many grants as possible, then throws the first refusal. */
async function takeBack(made: readonly Grant[]): Promise<void> {
  const refusals: unknown[] = [];
  for (const { application, id, version } of made)
    await client.grants
      .revoke({ params: { application, grant: id }, ifMatch: version })
      .catch((refusal: unknown) => refusals.push(refusal));
  if (refusals.length > 0) throw refusals[0];
}

/**
 * The grants that the form would create; empty until it is filled in far enough. Computed once per choice, so that a
 * duration counts from the choice and not from each render.
 */
export function useNewGrantPlan(application: string, { to, gives, kind, start, end }: GrantValues): PlannedChanges {
  return useMemo(() => {
    const starts = start.choice === 'on' ? start.on : new Date();
    const ends = starts && endOf(end.choice, end.on, starts);
    if (!gives || starts === null || ends === undefined) return unplanned;
    return to.map((principal) => ({
      call: 'grants.create',
      params: { application },
      body: {
        ...(start.choice === 'on' && { starts: starts.toISOString() }),
        ends: ends?.toISOString() ?? null,
        gives: { kind, id: gives.id },
        principal: { kind: holderKind(principal), id: principal.id },
      },
    }));
  }, [application, to, gives, kind, start, end]);
}

/**
 * Adds the reason to changes that were planned without it. The reason has no effect on access, so typing it need not
 * request a new plan.
 */
export const withReason = (changes: PlannedChanges, reason: string): PlannedChanges =>
  changes.map(
    (change) => ({ ...change, body: { ...(change.body as object), reason: reason.trim() } }) as typeof change,
  );

/** The kind of a holder; the picker finds only these three. */
const holderKind = ({ kind }: FoundOption): PrincipalRef['kind'] =>
  kind === 'group' || kind === 'client' ? kind : 'user';

interface NewGrants {
  to: readonly FoundOption[];
  gives: { kind: 'role' | 'permission'; id: string; label: string };
  body: { starts?: string; ends: string | null; reason: string };
}

/** The form's schema: reports one error for each field with a missing or invalid value. */
const newGrants: FormSchema<NewGrants> = {
  safeParse: (input) => {
    const { to, kind, gives, start, end, reason } = input as GrantValues;
    const now = new Date();
    const from = start.choice === 'on' ? start.on : now;
    const until = endOf(end.choice, end.on, from ?? now);
    const issues: FormIssue[] = [];
    const wrong = (field: keyof GrantValues, message: string) => issues.push({ path: [field], message });
    if (to.length === 0) wrong('to', words.toMissing);
    if (!gives) wrong('gives', kind === 'role' ? words.roleMissing : words.permissionMissing);
    if (from === null) wrong('start', words.startMissing);
    else if (from < now) wrong('start', words.startPast);
    if (until === undefined) wrong('end', words.endMissing);
    else if (until !== null && from !== null && until <= from) wrong('end', words.endBeforeStart);
    const read = newGrant.shape.reason.safeParse(reason.trim());
    if (!read.success) wrong('reason', read.error.issues[0]?.message ?? '');
    if (issues.length > 0 || !gives) return { success: false, error: { issues } };
    const starts = start.choice === 'on' && from ? { starts: from.toISOString() } : {};
    const body = { ...starts, ends: until?.toISOString() ?? null, reason: reason.trim() };
    return { success: true, data: { to, gives: { kind, id: gives.id, label: gives.label }, body } };
  },
};
