import type { Application } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { ComboBox } from '../../../ui/combo-box.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SkeletonLines } from '../../../ui/states.tsx';
import { TagPicker } from '../../../ui/tag-picker.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Address } from '../address.ts';
import { counted } from '../counts.ts';
import { findPrincipals, type PrincipalOption, permissionsOf, rolesOf } from '../find-options.tsx';
import { GrantChanges } from './grant-changes.tsx';
import { EndField, StartField } from './period-fields.tsx';
import { type GrantPrefill, prefillQuery } from './prefill.ts';
import { useNewGrants } from './use-new-grants.ts';
import './add-grant.css';

export interface AddGrantProps {
  application: Application;
  address: Address;
  onClose: () => void;
}

/** Gives a role or a permission to people and groups, for a while or without end. */
export function AddGrant({ application, address, onClose }: AddGrantProps): ReactNode {
  const prefill = useQuery(prefillQuery(application.id, address));
  if (prefill.data) return <GrantForm application={application} prefill={prefill.data} onClose={onClose} />;
  if (prefill.isPending)
    return (
      <Panel title="Add grant" onClose={onClose}>
        <SkeletonLines lines={4} />
      </Panel>
    );
  return <GrantForm application={application} prefill={{ to: [], kind: 'role', gives: null }} onClose={onClose} />;
}

function GrantForm({
  application,
  prefill,
  onClose,
}: Omit<AddGrantProps, 'address'> & { prefill: GrantPrefill }): ReactNode {
  const formId = useId();
  const grants = useNewGrants(application, prefill, onClose);
  const { values, set, errors } = grants;
  const [loadRoles] = useState(() => rolesOf(application.id));
  const [loadPermissions] = useState(() => permissionsOf(application.id));
  const start = values.start.choice === 'on' ? values.start.on : null;

  return (
    <Panel
      title="Add grant"
      onClose={onClose}
      foot={
        <>
          <Button kind="primary" type="submit" form={formId} pending={grants.pending}>
            {sumOf(values.to)}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={grants.onSubmit}>
        {grants.failures.length > 0 && (
          <Callout tone="no" live>
            <b>{grants.failures[0]?.title}</b>
            {grants.failures.map(({ who, detail }) => (
              <p key={who}>
                {who}: {detail}
              </p>
            ))}
          </Callout>
        )}
        <TagPicker<PrincipalOption>
          label="To"
          placeholder="Add a person or group"
          load={findPrincipals}
          value={values.to}
          onChange={(to) => set({ to })}
          error={errors.to}
        />
        <div className="field">
          <span className="label" id={`${formId}-gives`}>
            Gives
          </span>
          <div className="gives">
            <SegmentedControl
              label="Kind"
              choices={[
                { value: 'role', label: 'Role' },
                { value: 'permission', label: 'Permission' },
              ]}
              value={values.kind}
              onChange={(kind) => set({ kind, gives: null })}
            />
            <ComboBox
              key={values.kind}
              label={values.kind === 'role' ? 'Role' : 'Permission'}
              hideLabel
              placeholder={values.kind === 'role' ? 'Choose a role' : 'Choose a permission'}
              load={values.kind === 'role' ? loadRoles : loadPermissions}
              value={values.gives}
              onChange={(gives) => set({ gives })}
              error={errors.gives}
            />
          </div>
        </div>
        <StartField value={values.start} onChange={(next) => set({ start: next })} error={errors.start} />
        <EndField value={values.end} onChange={(end) => set({ end })} start={start} error={errors.end} />
        <TextField
          label="Reason"
          optional
          placeholder="Covering for Kwame"
          value={values.reason}
          onChange={(reason) => set({ reason })}
          error={errors.reason}
        />
        {values.to.length > 0 && values.gives && (
          <GrantChanges
            application={application}
            to={values.to}
            gives={{ kind: values.kind, id: values.gives.id, name: values.gives.label }}
          />
        )}
      </form>
    </Panel>
  );
}

function sumOf(to: readonly PrincipalOption[]): string {
  const people = to.filter(({ kind }) => kind === 'user').length;
  const groups = to.length - people;
  const parts = [people > 0 ? counted(people, 'person', 'people') : '', groups > 0 ? counted(groups, 'group') : ''];
  return to.length === 0 ? 'Add grant' : `Grant to ${parts.filter(Boolean).join(' and ')}`;
}
