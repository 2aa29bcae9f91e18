import { calls, daysLater } from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { findApplications, findGroups, findHolders, findPeople, permissionsOf, rolesOf } from '../../blocks/find.ts';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { useSendsMail } from '../../session/me.ts';
import { SegmentedControl } from '../../ui/choices.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { type Form, type FormSchema, useForm } from '../../ui/form.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import type { Option } from '../../ui/option-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { TagPicker } from '../../ui/tag-picker.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { ReviewsAddress } from './address.ts';
import { formWords as words } from './words.ts';

/** The form for a new review, prefilled from the URL. */
export function NewReview({ address, onClose }: { address: ReviewsAddress; onClose: () => void }): ReactNode {
  const prefilled = useQuery({ ...prefillQuery(address), enabled: isPrefilled(address) });
  if (!isPrefilled(address)) return <NewReviewPanel onClose={onClose} />;
  if (prefilled.data) return <NewReviewPanel initial={prefilled.data} onClose={onClose} />;
  return (
    <Panel title={words.title} onClose={onClose}>
      {prefilled.error ? (
        <ErrorState small error={prefilled.error} onRetry={() => void prefilled.refetch()} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Panel>
  );
}

interface Values {
  name: string;
  kind: 'application' | 'role' | 'group' | 'filter';
  application: Option | null;
  role: Option | null;
  permission: Option | null;
  holder: Option | null;
  q: string;
  group: Option | null;
  reviewers: 'owners' | 'users';
  people: readonly Option[];
  fallback: Option | null;
  endsAt: Date | null;
  undecided: 'keep' | 'revoke';
  every: string;
}

const inTwoWeeks = () => {
  const day = daysLater(new Date(), 14);
  day.setHours(17, 0, 0, 0);
  return day;
};

const EVERY = [0, 1, 3, 6, 12] as const;

/** Opens a review, then shows its page. */
function NewReviewPanel({ initial, onClose }: { initial?: Prefill; onClose: () => void }): ReactNode {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const form = useForm<Values, Body>(
    {
      schema,
      initial: {
        name: '',
        kind: 'application',
        application: null,
        role: null,
        permission: null,
        holder: null,
        q: '',
        group: null,
        reviewers: 'owners',
        people: [],
        fallback: null,
        endsAt: inTwoWeeks(),
        undecided: 'keep',
        every: '0',
        ...initial,
      },
      keep: 'new review',
      submit: async (body) => {
        const review = await client.reviews.open({ body });
        void refresh();
        showToast({ text: words.opened(review.name, review.counts.lines) });
        await navigate({ to: '/reviews/$review', params: { review: review.id } });
      },
    },
    'new-review',
  );
  const { values } = form;
  const mails = useSendsMail();
  const application = values.application?.id;
  return (
    <FormPanel
      title={words.title}
      lead={words.lead}
      action={words.create}
      form={form}
      labels={labels}
      onClose={onClose}
    >
      <TextField label={words.name} hint={words.nameHint(mails)} {...form.field('name')} />
      <SegmentedControl
        label={words.kind}
        showLabel
        choices={(['application', 'role', 'group', 'filter'] as const).map((value) => ({
          value,
          label: words.kinds[value],
        }))}
        value={values.kind}
        onChange={(kind) => form.set('kind', kind)}
      />
      {values.kind === 'group' ? (
        <ComboBox label={words.group} load={findGroups} {...form.field('group')} />
      ) : (
        <ComboBox
          label={words.application}
          optional={values.kind === 'filter'}
          load={findApplications}
          {...form.field('application')}
        />
      )}
      {values.kind === 'filter' && <FilterFields form={form} />}
      {values.kind === 'role' && application !== undefined && (
        <ComboBox key={application} label={words.role} load={rolesOf(application)} {...form.field('role')} />
      )}
      <SegmentedControl
        label={words.reviewers}
        showLabel
        hint={words.managers}
        choices={[
          { value: 'owners', label: words.owners },
          { value: 'users', label: words.named },
        ]}
        value={values.reviewers}
        onChange={(kind) => form.set('reviewers', kind)}
      />
      {values.reviewers === 'users' && <TagPicker label={words.people} load={findPeople} {...form.field('people')} />}
      <ComboBox
        label={words.fallback}
        hint={words.fallbackHint}
        optional
        load={findPeople}
        {...form.field('fallback')}
      />
      <DateTimeField label={words.endsAt} min={new Date()} {...form.field('endsAt')} />
      <SegmentedControl
        label={words.undecided}
        showLabel
        choices={[
          { value: 'keep', label: words.keep },
          { value: 'revoke', label: words.revoke },
        ]}
        value={values.undecided}
        onChange={(rule) => form.set('undecided', rule)}
      />
      <Select
        label={words.every}
        options={EVERY.map((count) => ({ id: String(count), label: count === 0 ? words.once : words.months(count) }))}
        {...form.field('every')}
      />
    </FormPanel>
  );
}

/** The fields that limit a review to some of the grants, in one or all applications. */
function FilterFields({ form }: { form: Form<Values> }): ReactNode {
  const application = form.values.application?.id;
  return (
    <>
      {application !== undefined && (
        <>
          <ComboBox
            key={`role ${application}`}
            label={words.role}
            optional
            load={rolesOf(application)}
            {...form.field('role')}
          />
          <ComboBox
            key={`permission ${application}`}
            label={words.permission}
            hint={words.permissionHint}
            optional
            load={permissionsOf(application)}
            {...form.field('permission')}
          />
        </>
      )}
      <ComboBox label={words.holder} optional load={findHolders} {...form.field('holder')} />
      <TextField label={words.q} hint={words.qHint} optional {...form.field('q')} />
    </>
  );
}

type Body = Parameters<typeof client.reviews.open>[0]['body'];

/** Reports each missing required choice, as an error of its field. The contract's schema checks everything else. */
const schema: FormSchema<Body> = {
  safeParse: (input) => {
    const values = input as Values;
    const { kind, application, role, group, reviewers, people, endsAt } = values;
    const missing = [
      ...(kind === 'group' ? [['group', group] as const] : []),
      ...(kind === 'application' || kind === 'role' ? [['application', application] as const] : []),
      ...(kind === 'role' && application ? [['role', role] as const] : []),
      ...(reviewers === 'users' ? [['people', people[0]] as const] : []),
      ['endsAt', endsAt] as const,
    ].filter(([, chosen]) => !chosen);
    if (missing.length > 0)
      return { success: false, error: { issues: missing.map(([name]) => ({ path: [name], message: words.choose })) } };
    return calls.reviews.open.body.safeParse(entryOf(values));
  },
};

function entryOf(values: Values): unknown {
  const { reviewers, people, fallback, endsAt, every } = values;
  return {
    name: values.name.trim(),
    scope: scopeOf(values),
    reviewers: reviewers === 'owners' ? { kind: reviewers } : { kind: reviewers, users: people.map(({ id }) => id) },
    fallback: fallback?.id ?? null,
    endsAt: endsAt?.toISOString() ?? '',
    undecided: values.undecided,
    everyMonths: every === '0' ? null : Number(every),
  };
}

function scopeOf({ kind, application, role, permission, holder, q, group }: Values): Body['scope'] {
  if (kind === 'group') return { kind, group: group?.id ?? '' };
  if (kind === 'application') return { kind, application: application?.id ?? '' };
  if (kind === 'role') return { kind, application: application?.id ?? '', role: role?.id ?? '' };
  const text = q.trim();
  return {
    kind,
    ...(application && { application: application.id }),
    ...(application && role && { role: role.id }),
    ...(application && permission && { permission: permission.id }),
    ...(holder && { principal: holder.id }),
    ...(text !== '' && { q: text }),
  };
}

const labels = {
  name: words.name,
  kind: words.kind,
  application: words.application,
  role: words.role,
  permission: words.permission,
  holder: words.holder,
  q: words.q,
  group: words.group,
  reviewers: words.reviewers,
  people: words.people,
  fallback: words.fallback,
  endsAt: words.endsAt,
  undecided: words.undecided,
  every: words.every,
};

/** The initial values of a new review. */
interface Prefill {
  readonly kind: 'application' | 'filter';
  readonly application: Option | null;
  readonly role: Option | null;
  readonly permission: Option | null;
  readonly holder: Option | null;
  readonly q: string;
}

/** The URL change that removes these values. */
export const noPrefill = {
  of: undefined,
  ofRole: undefined,
  ofPermission: undefined,
  ofHolder: undefined,
  ofText: undefined,
} as const;

/** Whether the URL has values for a new review. */
const isPrefilled = ({ of }: ReviewsAddress): boolean => of !== undefined;

const prefillQuery = ({ of = '', ofRole, ofPermission, ofHolder, ofText = '' }: ReviewsAddress) =>
  queryOptions({
    queryKey: ['reviews', 'prefill', of, ofRole, ofPermission, ofHolder, ofText],
    queryFn: async ({ signal }): Promise<Prefill> => {
      const params = { application: of };
      const option = ({ id, name }: { id: string; name: string }): Option => ({ id, label: name });
      return {
        kind: (ofRole ?? ofPermission ?? ofHolder ?? ofText) === '' ? 'application' : 'filter',
        application: option(await client.applications.get({ params, signal })),
        role:
          ofRole === undefined ? null : option(await client.roles.get({ params: { ...params, role: ofRole }, signal })),
        permission: ofPermission === undefined ? null : await grantedOf(of, { permission: ofPermission }, signal),
        holder: ofHolder === undefined ? null : await grantedOf(of, { principal: ofHolder }, signal),
        q: ofText,
      };
    },
    staleTime: 0,
  });

/**
 * Returns the holder or permission as an option. The name comes from a matching grant in the application; without one,
 * the id is the label.
 */
async function grantedOf(
  application: string,
  asked: { permission: string } | { principal: string },
  signal: AbortSignal,
): Promise<Option> {
  const { items } = await client.grants.list({ params: { application }, query: { ...asked, limit: 1 }, signal });
  const [grant] = items;
  return 'permission' in asked
    ? { id: asked.permission, label: grant?.gives.name ?? asked.permission }
    : { id: asked.principal, label: grant?.principal.name ?? asked.principal };
}
