import type { ApplicationPolicyChange, FirstWay } from '@licet/contract';
import { type ReactNode, useId } from 'react';
import { WaysField } from '../../../blocks/sign-in-rules/ways-field.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Checkbox, RadioGroup } from '../../../ui/choices.tsx';
import type { Form } from '../../../ui/form.ts';
import { Section } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import { AS_SESSION, ageOptions, waysText } from './sign-in-form.ts';
import { words } from './words.ts';
import './sign-in-fields.css';

/** What an application may ask, in the order in which it meets somebody who signs in. */
export function SignInFields({
  form,
  organisationWays,
  closed,
}: {
  form: Form<ApplicationPolicyChange>;
  organisationWays: FirstWay[];
  /** Whether the organisation gave up every way that it takes. */
  closed: boolean;
}): ReactNode {
  const { values, set } = form;
  const hint = useId();
  return (
    <>
      <p className="text-muted">{words.about}</p>
      <Section title={words.labels.ways}>
        <div className="stack">
          <RadioGroup
            label={words.whichWays}
            choices={[
              { value: 'all', label: words.allWays(waysText(organisationWays)) },
              { value: 'some', label: words.someWays },
            ]}
            value={values.ways === null ? 'all' : 'some'}
            onChange={(which) => set('ways', which === 'all' ? null : organisationWays)}
          />
          {closed && values.ways?.length === 0 && <Callout tone="no">{words.noWay}</Callout>}
          {values.ways && (
            <WaysField {...form.field('ways')} value={values.ways} label={words.labels.ways} among={organisationWays} />
          )}
        </div>
      </Section>
      <Section title={words.labels.secondFactor}>
        <div className="sign-in-factor">
          <Checkbox
            label={words.everybody}
            checked={values.secondFactor}
            onChange={(on) => set('secondFactor', on)}
            aria-describedby={hint}
          />
          <p className="hint" id={hint}>
            {words.everybodyHint}
          </p>
        </div>
      </Section>
      <Section title={words.labels.maxAge}>
        <Select
          label={words.labels.maxAge}
          hideLabel
          hint={words.maxAgeHint}
          options={ageOptions(values.maxAge)}
          value={values.maxAge === null ? AS_SESSION : String(values.maxAge)}
          onChange={(age) => set('maxAge', age === AS_SESSION ? null : Number(age))}
        />
      </Section>
    </>
  );
}
