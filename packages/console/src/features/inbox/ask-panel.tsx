import type { Catalogue, OwnDecision } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { lengthText, shortLength, usualLengths } from '../../blocks/durations.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { formatList } from '../../ui/format.ts';
import type { Option } from '../../ui/option-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { useNow } from '../../ui/time.tsx';
import type { InboxAddress } from './address.ts';
import { catalogueQuery, ownDecisionQuery } from './queries.ts';
import { type AskableOption, type AskValues, askableIn, findAskable, useAskForm } from './use-ask-form.ts';
import { askWords as words } from './words.ts';

const FORM = 'ask';

export interface AskPanelProps {
  /** The URL parameters, which prefill the form. */
  address: InboxAddress;
  onClose: () => void;
  onAsked: (request: string) => void;
}

/** The form that requests a role or a permission. It asks for the application, the duration and the reason. */
export function AskPanel({ address, onClose, onAsked }: AskPanelProps): ReactNode {
  const form = useAskForm(FORM, address, onAsked);
  const { application, what } = form.values;
  const initial = useInitialApplication(address.application);
  const catalogue = useQuery({ ...catalogueQuery(application?.id ?? ''), enabled: application !== null });
  return (
    <Panel
      title={words.title}
      lead={words.lead}
      onClose={onClose}
      takeFocus={false}
      foot={
        <>
          <Button kind="primary" type="submit" form={FORM} pending={form.pending}>
            {words.send}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </>
      }
    >
      <form id={FORM} className="form" noValidate onSubmit={form.onSubmit}>
        <FormErrors form={form} labels={labels} />
        <ComboBox
          key={initial ? 'begun' : 'open'}
          label={words.application}
          load={findAskable}
          {...form.field('application')}
          value={application?.id === initial?.id ? (initial ?? application) : application}
          onChange={(chosen) => {
            form.set('application', chosen);
            if (chosen?.id !== application?.id) form.set('what', null);
          }}
        />
        <WhatField
          key={application?.id ?? ''}
          catalogue={catalogue.data}
          waiting={application === null ? words.whatFirst : undefined}
          failed={catalogue.error?.problem.detail}
          {...form.field('what')}
        />
        {application && what?.kind === 'permission' && (
          <BeforeAsking application={application.id} permission={what.label} />
        )}
        <LengthFields form={form} />
        <TextArea
          label={words.reason}
          hint={words.reasonHint}
          placeholder={words.reasonPlaceholder}
          {...form.field('reason')}
        />
      </form>
    </Panel>
  );
}

const labels: Partial<Record<keyof AskValues, string>> = {
  application: words.application,
  what: words.what,
  until: words.untilField,
  reason: words.reason,
};

function WhatField({
  catalogue,
  waiting,
  failed,
  error,
  ...field
}: {
  id: string;
  catalogue: Catalogue | undefined;
  waiting: string | undefined;
  failed: string | undefined;
  value: AskableOption | null;
  onChange: (what: AskableOption | null) => void;
  error: string | undefined;
}): ReactNode {
  const load = useMemo(() => (catalogue ? askableIn(catalogue) : async () => []), [catalogue]);
  return (
    <ComboBox
      key={catalogue ? 'known' : 'unknown'}
      label={words.what}
      load={load}
      hint={waiting ?? words.whatHint}
      error={error ?? failed}
      {...field}
    />
  );
}

/** The application from the URL, as an option. Loads its name, because the URL has only the id. */
function useInitialApplication(application: string | undefined): Option | undefined {
  const { data } = useQuery({
    queryKey: ['requests', 'askable', application],
    queryFn: ({ signal }) => findAskable(application ?? '', signal),
    enabled: application !== undefined,
  });
  return data?.find(({ id }) => id === application);
}

function LengthFields({ form }: { form: ReturnType<typeof useAskForm> }): ReactNode {
  const now = useNow();
  const { length } = form.values;
  const choices = Object.values(usualLengths).map((seconds) => ({
    value: String(seconds),
    label: shortLength(seconds),
  }));
  return (
    <>
      <SegmentedControl
        label={words.length}
        showLabel
        wide
        choices={[...choices, { value: 'until', label: words.until }]}
        value={length}
        onChange={(value) => form.set('length', value)}
        hint={length === 'until' ? undefined : words.lengthHint(lengthText(Number(length)))}
      />
      {length === 'until' && <DateTimeField label={words.untilField} min={now} {...form.field('until')} />}
    </>
  );
}

/** Shows in the form whether the viewer already has the permission, and who would decide the request. */
function BeforeAsking({ application, permission }: { application: string; permission: string }): ReactNode {
  const { data } = useQuery(ownDecisionQuery(application, permission));
  if (!data) return null;
  if (data.permitted) return <Callout tone="yes">{words.held}</Callout>;
  return <p className="text-muted">{decidersText(data)}</p>;
}

function decidersText({ deciders, deciderCount }: OwnDecision): string {
  const names = deciders.map(({ name }) => name);
  if (names.length === 0) return words.nobody;
  const others = deciderCount - names.length;
  const listed = formatList(others > 0 ? [...names, words.others(others)] : names);
  return deciderCount === 1 ? words.decides(listed) : words.decide(listed);
}
