import './add-grant.css';
import type { Application } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Callout } from '../../ui/callout.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { FormPanel } from '../../ui/form-panel.tsx';
import { formatFirst } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { TagPicker } from '../../ui/tag-picker.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DraftButton } from '../draft/draft-button.tsx';
import { findHolders, permissionsOf, rolesOf } from '../find.ts';
import { PlanEffects } from '../plan-effects/plan-effects.tsx';
import { usePlan } from '../plan-effects/use-plan.ts';
import { rolePolicyQuery } from '../roles.ts';
import { moreWords } from '../words.ts';
import { EndField, StartField } from './period-fields.tsx';
import { type GrantPrefill, type GrantsFor, prefillQuery } from './prefill.ts';
import { type GrantValues, useEndFirst, useNewGrantPlan, useNewGrants, withReason } from './use-new-grants.ts';
import { formWords, words } from './words.ts';

export interface AddGrantProps {
  application: Application;
  address: GrantsFor;
  /** The application's name, below the title; for pages that do not show it. */
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
      action={actionOf(to)}
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

function actionOf(to: GrantValues['to']): string {
  const groups = to.filter(({ kind }) => kind === 'group').length;
  const programs = to.filter(({ kind }) => kind === 'client').length;
  const people = to.length - groups - programs;
  if (to.length === 0) return words.add;
  if (programs > 0) return programs === to.length ? formWords.toPrograms(programs) : formWords.toSeveral(to.length);
  if (groups === 0) return formWords.toPeople(people);
  return people === 0 ? formWords.toGroups(groups) : formWords.toBoth(people, groups);
}
