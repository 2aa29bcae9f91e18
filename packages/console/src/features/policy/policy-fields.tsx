import { limits } from '@licet/contract';
import { type ReactNode, useId } from 'react';
import { lengthText } from '../../blocks/durations.ts';
import { freshLengths, memberSessions, upTo, withPresent } from '../../blocks/sign-in-rules/usual-lengths.ts';
import { WaysField } from '../../blocks/sign-in-rules/ways-field.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import type { Form } from '../../ui/form.ts';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DemandsField } from './demands-field.tsx';
import type { PolicyValues } from './policy-form.ts';
import { words } from './words.ts';

/** Everything that the rules say, in the order in which it meets somebody who signs in. */
export function PolicyFields({ form }: { form: Form<PolicyValues> }): ReactNode {
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

/** Whether any passkey will do. */
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
