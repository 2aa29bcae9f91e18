import './add-grant.css';
import { type Application, type Grant, newGrant, type Plan, type PrincipalRef } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { client } from '../../session/client.ts';
import { Callout } from '../../ui/callout.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { type Form, type FormIssue, type FormSchema, useForm } from '../../ui/form.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { formatFirst, formatList } from '../../ui/format.ts';
import type { Option } from '../../ui/option-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { asProblem } from '../../ui/problem.ts';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { TagPicker } from '../../ui/tag-picker.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { DraftButton } from '../draft/draft-button.tsx';
import { type FoundOption, findHolders, permissionsOf, rolesOf } from '../find.ts';
import { PlanEffects } from '../plan-effects/plan-effects.tsx';
import { peopleOf } from '../plan-effects/plan-line.tsx';
import { type PlannedChanges, unplanned, usePlan } from '../plan-effects/use-plan.ts';
import { rolePolicyQuery } from '../roles.ts';
import { useUndo } from '../undo.ts';
import { useRefresh } from '../use-action.ts';
import { moreWords } from '../words.ts';
import { periodText, takeBack } from './granted.ts';
import { EndField, StartField } from './period-fields.tsx';
import { type EndValue, endFirst, endOf, type StartValue, usualEnd } from './periods.ts';
import { type GrantPrefill, type GrantsFor, prefillQuery } from './prefill.ts';
import { formWords, words } from './words.ts';

export interface AddGrantProps {
  application: Application;
  address: GrantsFor;
  /** The application's name below the title, for pages that do not show it. */
  lead?: ReactNode;
  onClose: () => void;
}

/** Grants a role or a permission to users, groups and programs, with or without an end. */
export function AddGrant({ application, address, lead, onClose }: AddGrantProps): ReactNode {
  const prefill = useQuery(prefillQuery(application.id, address));
  if (prefill.data) return <GrantForm application={application} prefill={prefill.data} lead={lead} onClose={onClose} />;
  return (
    <Panel title={words.add} lead={lead} onClose={onClose} takeFocus={false}>
      {prefill.error ? (
        <ErrorState error={prefill.error} onRetry={() => void prefill.refetch()} small />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Panel>
  );
}

const NAMED_IN_TITLE = 3;

function GrantForm({
  application,
  prefill,
  lead,
  onClose,
}: Omit<AddGrantProps, 'address'> & { prefill: GrantPrefill }): ReactNode {
  const form = useNewGrants(application, prefill, onClose);
  const { to, kind, gives, start } = form.values;
  const [loadRoles] = useState(() => rolesOf(application.id));
  const [loadPermissions] = useState(() => permissionsOf(application.id));
  const giving = form.field('gives');
  const { data: policy } = useQuery({
    ...rolePolicyQuery(application.id, gives?.id ?? ''),
    enabled: kind === 'role' && gives !== null,
  });
  useEndFirst(form, policy?.longestSeconds);
  const planned = useNewGrantPlan(application.id, form.values);
  // Plan with a placeholder: the plan depends on whether a reason is given, not on its text.
  const isReasoned = policy?.reasonNeeded === true && form.values.reason.trim() !== '';
  const asked = usePlan(isReasoned ? withReason(planned, '…') : planned, { held: form.pending });
  const secondary = (
    <DraftButton
      title={formWords.inDraft(
        gives?.label ?? '',
        formatFirst(
          to.map(({ label }) => label),
          NAMED_IN_TITLE,
          moreWords.others,
        ),
      )}
      changes={withReason(planned, form.values.reason)}
      onAdded={onClose}
    />
  );

  return (
    <FormPanel
      title={words.add}
      lead={lead}
      action={actionOf(to, asked.plan)}
      form={form}
      labels={labels}
      onClose={onClose}
      secondary={secondary}
    >
      <TagPicker label={words.to} placeholder={formWords.toPlaceholder} load={findHolders} {...form.field('to')} />
      <div className="field">
        <span className="label" id={`${form.id}-what`}>
          {words.gives}
        </span>
        <div className="gives">
          <SegmentedControl
            label={words.kind}
            choices={[
              { value: 'role', label: words.role },
              { value: 'permission', label: words.permission },
            ]}
            value={kind}
            onChange={(next) => {
              form.set('kind', next);
              giving.onChange(null);
            }}
          />
          <ComboBox
            key={kind}
            hideLabel
            label={kind === 'role' ? words.role : words.permission}
            placeholder={kind === 'role' ? formWords.rolePlaceholder : formWords.permissionPlaceholder}
            load={kind === 'role' ? loadRoles : loadPermissions}
            {...giving}
          />
        </div>
      </div>
      {policy?.secondApprover && <Callout tone="ending">{formWords.notAlone(gives?.label ?? '')}</Callout>}
      <StartField {...form.field('start')} />
      <EndField
        {...form.field('end')}
        start={start.choice === 'on' ? start.on : null}
        longest={policy?.longestSeconds}
      />
      <TextField
        label={words.reason}
        optional={policy?.reasonNeeded !== true}
        placeholder={formWords.reasonPlaceholder}
        {...form.field('reason')}
      />
      <PlanEffects asked={asked} called={(place) => to[place]?.label ?? ''} />
    </FormPanel>
  );
}

const labels = {
  to: words.to,
  gives: words.gives,
  start: words.starts,
  end: words.ends,
  reason: words.reason,
};

/** The text of the button. For groups, it counts the people whose access changes, once the plan is known. */
function actionOf(to: GrantValues['to'], plan: Plan | undefined): string {
  const groups = to.filter(({ kind }) => kind === 'group').length;
  const programs = to.filter(({ kind }) => kind === 'client').length;
  const people = to.length - groups - programs;
  if (to.length === 0) return formWords.grant;
  if (programs > 0) return programs === to.length ? formWords.toPrograms(programs) : formWords.toSeveral(to.length);
  if (groups === 0) return formWords.toPeople(people);
  const reached = plan && peopleOf(plan);
  if (reached) return formWords.toPeople(reached);
  return people === 0 ? formWords.toGroups(groups) : formWords.toBoth(people, groups);
}

/** The values of the form for new grants. */
interface GrantValues {
  to: readonly FoundOption[];
  kind: 'role' | 'permission';
  gives: Option | null;
  start: StartValue;
  end: EndValue;
  reason: string;
}

/**
 * The form of “Grant access”, which creates one grant for each holder. Holders whose grant failed stay in the form, with
 * the reason.
 */
function useNewGrants(application: Application, prefill: GrantPrefill, onDone: () => void): Form<GrantValues> {
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
      // The draft's key contains the prefilled ids, so that input for one user does not appear in the form for another.
      keep: ['grants', application.id, ...[...prefill.to, prefill.gives].map((begun) => begun?.id ?? '')]
        .join(' ')
        .trim(),
      submit: async ({ to, gives, body }) => {
        const failed: { principal: FoundOption; title: string; code: string | undefined; detail: string }[] = [];
        const created: Grant[] = [];
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
            created.push(grant);
          } catch (thrown) {
            const { title, detail, code } = asProblem(thrown);
            failed.push({ principal, title, code, detail: formWords.failed(principal.label, detail ?? title) });
          }
        }
        const done = to.filter((principal) => failed.every((one) => one.principal !== principal));
        if (done.length > 0)
          showToast({
            text: formWords.done(
              formatList(done.map(({ label }) => label)),
              done.length,
              gives.label,
              periodText(body),
            ),
            action: undoing({ run: () => takeBack(created), done: formWords.undone }),
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
function useEndFirst(form: Form<GrantValues>, longestSeconds: number | null | undefined): void {
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

/**
 * Returns the grants that the form would create; empty while required fields are missing. Memoised, so that a duration
 * counts from the choice and not from each render.
 */
function useNewGrantPlan(application: string, { to, gives, kind, start, end }: GrantValues): PlannedChanges {
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
 * Adds the reason to changes that were planned without it. The reason has no effect on access, so typing it does not
 * require a new plan.
 */
const withReason = (changes: PlannedChanges, reason: string): PlannedChanges =>
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
    if (to.length === 0) wrong('to', formWords.toMissing);
    if (!gives) wrong('gives', kind === 'role' ? formWords.roleMissing : formWords.permissionMissing);
    if (from === null) wrong('start', formWords.startMissing);
    else if (from < now) wrong('start', formWords.startPast);
    if (until === undefined) wrong('end', formWords.endMissing);
    else if (until !== null && from !== null && until <= from) wrong('end', formWords.endBeforeStart);
    const read = newGrant.shape.reason.safeParse(reason.trim());
    if (!read.success) wrong('reason', read.error.issues[0]?.message ?? '');
    if (issues.length > 0 || !gives) return { success: false, error: { issues } };
    const starts = start.choice === 'on' && from ? { starts: from.toISOString() } : {};
    const body = { ...starts, ends: until?.toISOString() ?? null, reason: reason.trim() };
    return { success: true, data: { to, gives: { kind, id: gives.id, label: gives.label }, body } };
  },
};
