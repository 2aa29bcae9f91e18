import { type FirstWay, firstWay, limits } from '@licet/contract';
import { type ReactNode, useId } from 'react';
import { lengthText } from '../../blocks/durations.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { FieldNote } from '../../ui/field.tsx';
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
        <WaysField form={form} />
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

function WaysField({ form }: { form: Form<PolicyValues> }): ReactNode {
  const { ways, userVerification } = form.values;
  const id = useId();
  const error = form.errors.get('ways');
  const choose = (way: FirstWay, on: boolean) =>
    form.set(
      'ways',
      firstWay.options.filter((one) => (one === way ? on : ways.includes(one))),
    );
  const group = { role: 'group', 'aria-label': words.labels.ways };
  return (
    <div className="policy-choices" {...group} id={form.fieldId('ways')} tabIndex={-1}>
      {firstWay.options.map((way) => (
        <div key={way}>
          <Checkbox
            label={words.ways[way]}
            checked={ways.includes(way)}
            onChange={(on) => choose(way, on)}
            aria-describedby={`${id}-${way}`}
          />
          <p className="hint" id={`${id}-${way}`}>
            {words.wayHints[way]}
          </p>
          {way === 'passkey' && ways.includes(way) && (
            <div className="policy-under">
              <Checkbox
                label={words.verifications.required}
                checked={userVerification === 'required'}
                onChange={(on) => form.set('userVerification', on ? 'required' : 'preferred')}
                aria-describedby={`${id}-verification`}
              />
              <p className="hint" id={`${id}-verification`}>
                {words.verificationHint}
              </p>
            </div>
          )}
        </div>
      ))}
      <FieldNote id={`${id}-note`} error={error} />
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

/** The usual values, and the present one where it is not among them. */
function withPresent(usual: readonly number[], present: number, label: (value: number) => string) {
  const all = [...new Set([...usual, present])].sort((one, other) => one - other);
  return all.map((value) => ({ id: String(value), label: label(value) }));
}

const hour = 3600;
const day = 24 * hour;
const upTo = (most: number, values: readonly number[]) => values.filter((value) => value <= most);
const memberSessions = upTo(limits.memberSessionLifetime.value, [
  hour,
  8 * hour,
  12 * hour,
  day,
  7 * day,
  14 * day,
  30 * day,
]);
const administratorSessions = upTo(limits.adminSessionLifetime.value, [
  limits.sessionLifetimeMin.value,
  hour,
  4 * hour,
  8 * hour,
  12 * hour,
  day,
]);
const freshLengths = upTo(limits.freshSignInMax.value, [60, 300, 600, 900, 1800, hour]);
const usualDays = upTo(limits.rememberedDaysMax.value, [0, 1, 7, 14, 30, 90]);
