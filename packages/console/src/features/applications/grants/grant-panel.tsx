import { type Application, type Grant, grantChange } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { ConflictView } from '../../../blocks/conflict-view.tsx';
import { GrantEnd } from '../../../blocks/grant-end.tsx';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { useForm } from '../../../ui/form.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Facts } from '../../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Time } from '../../../ui/time.tsx';
import { shortTime } from '../../../ui/time-words.ts';
import { useToast } from '../../../ui/toast.tsx';
import { conflicting } from '../conflict-fields.ts';
import { useRefresh } from '../queries.ts';
import { useRights } from '../rights.ts';
import { useConflict } from '../use-conflict.ts';
import { aboutGrant, findGrant, grantByIdQuery } from './find-grant.ts';
import { GrantGives } from './grant-gives.tsx';
import { endOf } from './grant-period.ts';
import { GrantTo } from './grant-to.tsx';
import { EndField, type EndValue } from './period-fields.tsx';
import { RevokeGrant } from './revoke-grant.tsx';

export interface GrantPanelProps {
  application: Application;
  grantId: string;
  /** The grant, when the list has it. */
  known: Grant | undefined;
  onClose: () => void;
}

/** One grant: what it gives to whom, since when, by whom; its end and its reason can be changed. */
export function GrantPanel({ application, grantId, known, onClose }: GrantPanelProps): ReactNode {
  const found = useQuery({ ...grantByIdQuery(application.id, grantId), enabled: known === undefined });
  const grant = known ?? found.data;
  const rights = useRights(application);
  const [revoking, setRevoking] = useState(false);
  if (!grant)
    return (
      <Panel title="Grant" onClose={onClose}>
        {found.error ? <ErrorState small error={found.error} /> : <SkeletonLines lines={4} />}
      </Panel>
    );
  const live = grant.state === 'active' || grant.state === 'scheduled';
  return (
    <Panel
      title={grant.gives.kind === 'role' ? `Role ${grant.gives.name}` : <code>{grant.gives.name}</code>}
      lead={grant.gives.title || undefined}
      onClose={onClose}
      foot={rights.grant && live && <Button onClick={() => setRevoking(true)}>Revoke grant…</Button>}
    >
      <Facts
        facts={[
          ['To', <GrantTo key="to" principal={grant.principal} />],
          ['Gives', <GrantGives key="gives" gives={grant.gives} />],
          ['Starts', <Time key="starts" at={grant.starts} />],
          ['Ends', <GrantEnd key="ends" grant={grant} />],
          ['Granted by', grant.grantedBy],
          ...(rights.grant && live ? [] : [['Reason', grant.reason || '–'] as const]),
        ]}
      />
      {rights.grant && live && <GrantEditor key={grant.id} application={application} grant={grant} />}
      {revoking && (
        <RevokeGrant application={application} grant={grant} onClose={() => setRevoking(false)} onGone={onClose} />
      )}
    </Panel>
  );
}

interface EditorValues {
  end: EndValue;
  reason: string;
}

function GrantEditor({ application, grant: current }: { application: Application; grant: Grant }): ReactNode {
  const [grant, setBase] = useState(current);
  const refresh = useRefresh();
  const toast = useToast();
  const formId = useId();
  const params = { application: application.id, grant: grant.id };
  const conflict = useConflict(() => findGrant(application.id, grant.id, aboutGrant(grant)));
  const later = grant.state === 'scheduled' ? new Date(grant.starts) : null;
  const form = useForm(
    {
      schema: { safeParse: (input: unknown) => grantChange.safeParse(bodyOf(input as EditorValues, grant, later)) },
      initial: { end: endValue(grant.ends), reason: grant.reason },
      submit: async (body) => {
        const ifMatch = conflict.versionOr(grant.version);
        const saved = await conflict.guard(() => client.grants.update({ params, body, ifMatch }));
        if (!saved) return;
        setBase(saved);
        form.reset({ end: endValue(saved.ends), reason: saved.reason });
        await refresh();
        toast({ text: `The grant of ${grant.gives.name} to ${grant.principal.name} is saved.` });
      },
    },
    formId,
  );
  const { theirs } = conflict;
  const end = form.field('end');
  const discard = () => form.reset({ end: endValue(grant.ends), reason: grant.reason });
  return (
    <form className="form" noValidate onSubmit={form.onSubmit}>
      <FormErrors form={form} labels={{ end: 'Ends', reason: 'Reason' }} />
      {theirs && (
        <ConflictView
          of="this grant"
          fields={conflicting([
            {
              id: 'ends',
              label: 'Ends',
              before: endText(grant.ends),
              theirs: endText(theirs.ends),
              mine: endText(mineOf(form.values.end, later)),
            },
            { id: 'reason', label: 'Reason', before: grant.reason, theirs: theirs.reason, mine: form.values.reason },
          ])}
          pending={form.pending}
          onKeepMine={() => form.onSubmit()}
          onTakeTheirs={() => {
            conflict.clear();
            setBase(theirs);
            form.reset({ end: endValue(theirs.ends), reason: theirs.reason });
            void refresh();
          }}
        />
      )}
      <EndField value={end.value} onChange={end.onChange} start={later} error={end.error ?? form.errors.get('ends')} />
      <TextField label="Reason" optional {...form.field('reason')} />
      {form.changed && (
        <div className="inline-row">
          <Button kind="primary" type="submit" pending={form.pending}>
            Save changes
          </Button>
          <Button onClick={discard}>Discard</Button>
        </div>
      )}
    </form>
  );
}

function endValue(ends: string | null): EndValue {
  return ends === null ? { choice: 'none', on: null } : { choice: 'on', on: new Date(ends) };
}

function mineOf(end: EndValue, start: Date | null): string | null {
  return endOf(end.choice, end.on, start ?? new Date())?.toISOString() ?? null;
}

function bodyOf({ end, reason }: EditorValues, grant: Grant, start: Date | null): unknown {
  const same =
    grant.ends === null
      ? end.choice === 'none'
      : end.choice === 'on' && end.on?.getTime() === new Date(grant.ends).getTime();
  const missing = end.choice === 'on' && end.on === null;
  return {
    ...(!same && { ends: missing ? 'missing' : mineOf(end, start) }),
    ...(reason !== grant.reason && { reason }),
  };
}

function endText(ends: string | null): string {
  return ends === null ? 'No end' : shortTime(new Date(ends));
}
