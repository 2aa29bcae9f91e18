import { calls } from '@licet/contract';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { findApplications, findGroups, findPeople, rolesOf } from '../../blocks/find.ts';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { client } from '../../session/client.ts';
import { SegmentedControl } from '../../ui/choices.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { type FormSchema, useForm } from '../../ui/form.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import type { Option } from '../../ui/option.ts';
import { Select } from '../../ui/select.tsx';
import { TagPicker } from '../../ui/tag-picker.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { formWords as words } from './words.ts';

interface Values {
  name: string;
  kind: 'application' | 'role' | 'group';
  application: Option | null;
  role: Option | null;
  group: Option | null;
  reviewers: 'owners' | 'users';
  people: readonly Option[];
  fallback: Option | null;
  endsAt: Date | null;
  undecided: 'keep' | 'revoke';
  every: string;
}

const inTwoWeeks = () => {
  const day = new Date();
  day.setDate(day.getDate() + 14);
  day.setHours(17, 0, 0, 0);
  return day;
};

const EVERY = [0, 1, 3, 6, 12] as const;

/** Opens a review, then its page. */
export function NewReviewPanel({ onClose }: { onClose: () => void }): ReactNode {
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
        group: null,
        reviewers: 'owners',
        people: [],
        fallback: null,
        endsAt: inTwoWeeks(),
        undecided: 'keep',
        every: '0',
      },
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
      <TextField label={words.name} hint={words.nameHint} {...form.field('name')} />
      <SegmentedControl
        label={words.kind}
        showLabel
        choices={(['application', 'role', 'group'] as const).map((value) => ({ value, label: words.kinds[value] }))}
        value={values.kind}
        onChange={(kind) => form.set('kind', kind)}
      />
      {values.kind === 'group' ? (
        <ComboBox label={words.group} load={findGroups} {...form.field('group')} />
      ) : (
        <ComboBox label={words.application} load={findApplications} {...form.field('application')} />
      )}
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

type Body = Parameters<typeof client.reviews.open>[0]['body'];

/** What has to be chosen is asked for beside its own field; the rest is the contract's to look at. */
const schema: FormSchema<Body> = {
  safeParse: (input) => {
    const values = input as Values;
    const { kind, application, role, group, reviewers, people, endsAt } = values;
    const missing = [
      ...(kind === 'group' ? [['group', group] as const] : [['application', application] as const]),
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
  const { kind, application, role, group, reviewers, people, fallback, endsAt, every } = values;
  return {
    name: values.name.trim(),
    scope:
      kind === 'group'
        ? { kind, group: group?.id ?? '' }
        : { kind, application: application?.id ?? '', ...(kind === 'role' && { role: role?.id ?? '' }) },
    reviewers: reviewers === 'owners' ? { kind: reviewers } : { kind: reviewers, users: people.map(({ id }) => id) },
    fallback: fallback?.id ?? null,
    endsAt: endsAt?.toISOString() ?? '',
    undecided: values.undecided,
    everyMonths: every === '0' ? null : Number(every),
  };
}

const labels = {
  name: words.name,
  kind: words.kind,
  application: words.application,
  role: words.role,
  group: words.group,
  reviewers: words.reviewers,
  people: words.people,
  fallback: words.fallback,
  endsAt: words.endsAt,
  undecided: words.undecided,
  every: words.every,
};
