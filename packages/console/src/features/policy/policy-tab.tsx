import { calls, limits, type PlanOutcome, type Policy, type PolicyChange } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { Tell } from '../../blocks/sign-in-rules/outcome-help.tsx';
import { RulesEditor, WaysField } from '../../blocks/sign-in-rules/rules-editor.tsx';
import { useEdit } from '../../blocks/use-edit.ts';
import { client } from '../../session/client.ts';
import { PageBody } from '../../shell/page.tsx';
import { ErrorState, SkeletonFields } from '../../ui/states.tsx';
import { useNow } from '../../ui/time.tsx';
import {
  entryOf,
  hasTime,
  inWords,
  lastMails,
  type PolicyValues,
  planner,
  policyQuery,
  valuesOf,
  withTime,
} from './policy-form.ts';
import { mailingWords, words } from './words.ts';
import './policy.css';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { lengthText } from '../../blocks/durations.ts';
import { isRoundShown, MailRound, MailWaits } from '../../blocks/mail-round.tsx';
import { freshLengths, memberSessions, upTo, withPresent } from '../../blocks/sign-in-rules/use-plan.ts';
import { useSendsMail } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import type { Form } from '../../ui/form.ts';
import { MailIcon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DemandsField } from './demands-field.tsx';

/** All rules, in the order in which a user meets them at sign-in. */
function PolicyFields({ form }: { form: Form<PolicyValues> }): ReactNode {
  const { values, set } = form;
  return (
    <>
      <Section title={words.labels.ways}>
        <WaysField
          {...form.field('ways')}
          label={words.labels.ways}
          under={(way) => way === 'passkey' && <VerificationField form={form} />}
        />
      </Section>
      <Section title={words.labels.secondFactor}>
        <div className="form">
          <DemandsField form={form} />
          <Select
            label={words.labels.rememberedDays}
            hint={words.rememberedHint}
            options={withPresent(usualDays, values.rememberedDays, words.days)}
            value={String(values.rememberedDays)}
            onChange={(days) => set('rememberedDays', Number(days))}
          />
        </div>
      </Section>
      <Section title={words.labels.sessions}>
        <div className="form">
          <LengthField
            label={words.members}
            hint={words.membersHint}
            usual={memberSessions}
            value={values.sessions.members}
            onChange={(members) => set('sessions', { ...values.sessions, members })}
          />
          <LengthField
            label={words.administrators}
            hint={words.administratorsHint}
            usual={administratorSessions}
            value={values.sessions.administrators}
            onChange={(administrators) => set('sessions', { ...values.sessions, administrators })}
          />
          <LengthField
            label={words.labels.freshSignIn}
            hint={words.freshHint}
            usual={freshLengths}
            value={values.freshSignIn}
            onChange={(seconds) => set('freshSignIn', seconds)}
          />
        </div>
      </Section>
      <Section title={words.newUsers}>
        <TextField
          {...form.field('emailDomains')}
          label={words.labels.emailDomains}
          hint={words.domainsHint}
          optional
          autoCapitalize="off"
          spellCheck={false}
        />
      </Section>
    </>
  );
}

/** Whether a passkey must verify its user, by PIN or biometrics. */
function VerificationField({ form }: { form: Form<PolicyValues> }): ReactNode {
  const id = useId();
  return (
    <div className="policy-under">
      <Checkbox
        label={words.verifications.required}
        checked={form.values.userVerification === 'required'}
        onChange={(on) => form.set('userVerification', on ? 'required' : 'preferred')}
        aria-describedby={id}
      />
      <p className="hint" id={id}>
        {words.verificationHint}
      </p>
    </div>
  );
}

function LengthField({
  usual,
  value,
  onChange,
  ...field
}: {
  label: string;
  hint: string;
  usual: readonly number[];
  value: number;
  onChange: (seconds: number) => void;
}): ReactNode {
  return (
    <Select
      {...field}
      options={withPresent(usual, value, lengthText)}
      value={String(value)}
      onChange={(seconds) => onChange(Number(seconds))}
    />
  );
}

const hour = 3600;
const administratorSessions = upTo(limits.adminSessionLifetime.value, [
  limits.sessionLifetimeMin.value,
  hour,
  4 * hour,
  8 * hour,
  12 * hour,
  24 * hour,
]);
const usualDays = upTo(limits.rememberedDaysMax.value, [0, 1, 7, 14, 30, 90]);

/** The sign-in rules, with a list of the users whom new rules would affect. */
export function PolicyTab(): ReactNode {
  const policy = useQuery(policyQuery);
  return (
    <PageBody>
      {policy.data ? (
        <PolicyEditor policy={policy.data} />
      ) : policy.error ? (
        <ErrorState error={policy.error} onRetry={() => void policy.refetch()} />
      ) : (
        <SkeletonFields fields={6} />
      )}
    </PageBody>
  );
}

const schema = calls.policy.update.body;
const withId = (policy: Policy) => ({ ...policy, id: 'policy' });

function PolicyEditor({ policy }: { policy: Policy }): ReactNode {
  const now = useNow();
  const edit = usePolicyEdit(policy);
  const { form } = edit;
  const demands = form.values.secondFactor;
  const entered = schema.safeParse(entryOf(form.values)).data;
  const tell: Tell | undefined =
    entered &&
    ((outcome, count) => <MailPeople policy={entered} outcome={outcome} count={count} changed={form.changed} />);
  return (
    <RulesEditor
      edit={edit}
      of={words.rules}
      labels={words.labels}
      inWords={inWords}
      entered={entered}
      planner={planner}
      tell={tell}
      mailProgress={<LastMails />}
      {...(demands.some((demand) => !hasTime(demand, now)) && {
        onGiveTime: (until: string) => form.set('secondFactor', withTime(demands, until, now)),
      })}
    >
      <PolicyFields form={form} />
    </RulesEditor>
  );
}

/**
 * Edits the rules. The request contains all rules, but fields that the user did not edit have the stored values. So it
 * does not overwrite concurrent edits of those fields.
 */
function usePolicyEdit(policy: Policy) {
  return useEdit({
    name: 'policy',
    of: withId(policy),
    schema,
    valuesOf: ({ id: _, ...rest }) => valuesOf(rest),
    entry: entryOf,
    save: async (changes, ifMatch, { id: _, ...before }) => {
      const body = { ...entryOf(valuesOf(before)), ...changes };
      return withId(await client.policy.update({ body, ifMatch }));
    },
    load: async () => withId(await client.policy.get({})),
    saved: () => words.saved,
  });
}

/** Sends a mail to the users with one outcome. The mail says what the new rules require and what to do. */
function MailPeople({
  changed,
  ...mailing
}: {
  policy: PolicyChange;
  outcome: PlanOutcome;
  count: number;
  /** Whether the form differs from the rules in force. */
  changed: boolean;
}): ReactNode {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button small icon={MailIcon} onClick={() => setAsking(true)}>
        {mailingWords.mailThem}
      </Button>
      {asking && <MailDialog {...mailing} dated={changed} onClose={() => setAsking(false)} />}
    </>
  );
}

function MailDialog({
  policy,
  outcome,
  count,
  dated,
  onClose,
}: {
  policy: PolicyChange;
  outcome: PlanOutcome;
  count: number;
  /** Whether the rules are not in force yet. The mail then says when they take effect. */
  dated: boolean;
  onClose: () => void;
}): ReactNode {
  const [from, setFrom] = useState<Date | null>(null);
  const mails = useSendsMail();
  return (
    <ConfirmDialog
      title={mailingWords.title(count)}
      action={mailingWords.action}
      done={mailingWords.begun(mails)}
      run={() => client.policy.mail({ body: { policy, outcome, from: from?.toISOString() ?? null } })}
      onClose={onClose}
    >
      <p>{mailingWords.text}</p>
      <MailWaits />
      {dated && (
        <DateTimeField
          label={mailingWords.from}
          hint={mailingWords.fromHint}
          optional
          value={from}
          onChange={setFrom}
          min={new Date()}
        />
      )}
    </ConfirmDialog>
  );
}

/** The progress of the newest round of mails. Renders nothing if there is none. */
function LastMails(): ReactNode {
  const [round] = useQuery(lastMails).data?.items ?? [];
  if (!round || !isRoundShown(round)) return null;
  return (
    <MailRound
      round={round}
      label={mailingWords.round}
      states={mailingWords.states}
      onStop={(id) => client.policy.stopMails({ params: { round: id } })}
    />
  );
}
