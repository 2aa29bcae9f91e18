import { limits } from '@licet/contract';
import { type ReactNode, useId } from 'react';
import { findPrincipals } from '../../../../blocks/find.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Checkbox, SegmentedControl } from '../../../../ui/choices.tsx';
import { FieldNote } from '../../../../ui/field.tsx';
import type { Form } from '../../../../ui/form.ts';
import { PlusIcon, XIcon } from '../../../../ui/icons.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TagPicker } from '../../../../ui/tag-picker.tsx';
import { policyWords as words } from '../words.ts';
import {
  type Approver,
  approverOf,
  EMERGENCY,
  LONGEST,
  lengths,
  optionOf,
  type PolicyValues,
  type Step,
} from './policy-form.ts';
import '../../applications.css';

const NONE = 'none';
const HOUR = 3600;

/** The fields of a role's policy, in order of use: request, approval, grant, emergency. */
export function PolicyFields({ form }: { form: Form<PolicyValues> }): ReactNode {
  const { values, set } = form;
  const longest = form.field('longestSeconds');
  return (
    <>
      <Select
        id={longest.id}
        label={words.labels.longestSeconds}
        hint={words.longestHint}
        error={longest.error}
        options={[{ id: NONE, label: words.noLimit }, ...lengths(LONGEST, values.longestSeconds)]}
        value={values.longestSeconds === null ? NONE : String(values.longestSeconds)}
        onChange={(id) => set('longestSeconds', id === NONE ? null : Number(id))}
      />
      <div className="field" id={form.fieldId('reasonNeeded')}>
        <Checkbox label={words.reasonBox} checked={values.reasonNeeded} onChange={(on) => set('reasonNeeded', on)} />
      </div>
      <div className="field" id={form.fieldId('secondApprover')}>
        <Explained
          label={words.secondBox}
          hint={words.secondHint}
          checked={values.secondApprover}
          onChange={(on) => set('secondApprover', on)}
        />
      </div>
      <div className="field" id={form.fieldId('requestable')}>
        <Checkbox label={words.requestableBox} checked={values.requestable} onChange={(on) => set('requestable', on)} />
      </div>
      <Steps form={form} />
      <Emergency form={form} />
    </>
  );
}

function Steps({ form }: { form: Form<PolicyValues> }): ReactNode {
  const steps = form.values.approval;
  const put = (next: readonly Step[]) => form.set('approval', next);
  return (
    <fieldset className="role-policy-part" id={form.fieldId('approval')} tabIndex={-1}>
      <legend className="label">{words.labels.approval}</legend>
      {steps.map((step, index) => (
        <StepFields
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity other than their position
          key={index}
          step={step}
          place={index + 1}
          many={steps.length > 1}
          onChange={(next) => put(steps.map((one, at) => (at === index ? next : one)))}
          onRemove={() => put(steps.filter((_, at) => at !== index))}
        />
      ))}
      {steps.length < limits.approvalStepsMax.value && (
        <div>
          <Button small icon={PlusIcon} onClick={() => put([...steps, { by: 'named', people: [], needed: 1 }])}>
            {words.addStep}
          </Button>
        </div>
      )}
      <FieldNote id={`${form.fieldId('approval')}-note`} error={errorIn(form, 'approval')} />
    </fieldset>
  );
}

function StepFields({
  step,
  place,
  many,
  onChange,
  onRemove,
}: {
  step: Step;
  place: number;
  many: boolean;
  onChange: (step: Step) => void;
  onRemove: () => void;
}): ReactNode {
  return (
    <div className="role-policy-step">
      {many && (
        <div className="role-policy-head">
          <b className="small">{words.step(place)}</b>
          <IconButton small icon={XIcon} label={words.removeStep(place)} onClick={onRemove} />
        </div>
      )}
      <SegmentedControl
        label={words.whoDecides}
        wide
        choices={[
          { value: 'owners', label: words.byOwners },
          { value: 'named', label: words.byNamed },
        ]}
        value={step.by}
        onChange={(by) => onChange({ ...step, by })}
      />
      {step.by === 'named' && (
        <People
          label={words.approvers(place)}
          value={step.people}
          onChange={(people) => onChange({ ...step, people })}
        />
      )}
      <Select
        label={words.howMany}
        options={Array.from({ length: limits.approvalsMax.value }, (_, at) => ({
          id: String(at + 1),
          label: words.ofThem(at + 1),
        }))}
        value={String(step.needed)}
        onChange={(id) => onChange({ ...step, needed: Number(id) })}
      />
    </div>
  );
}

function Emergency({ form }: { form: Form<PolicyValues> }): ReactNode {
  const { breakGlass } = form.values;
  const put = (next: PolicyValues['breakGlass']) => form.set('breakGlass', next);
  return (
    <fieldset className="role-policy-part" id={form.fieldId('breakGlass')} tabIndex={-1}>
      <legend className="label">{words.labels.breakGlass}</legend>
      <Explained
        label={words.emergencyBox}
        hint={words.emergencyHint}
        checked={breakGlass !== null}
        onChange={(on) => put(on ? { people: [], seconds: HOUR } : null)}
      />
      {breakGlass && (
        <>
          <People
            label={words.whoTakes}
            value={breakGlass.people}
            onChange={(people) => put({ ...breakGlass, people })}
          />
          <Select
            label={words.howLong}
            options={lengths(EMERGENCY, breakGlass.seconds)}
            value={String(breakGlass.seconds)}
            onChange={(id) => put({ ...breakGlass, seconds: Number(id) })}
          />
        </>
      )}
      <FieldNote id={`${form.fieldId('breakGlass')}-note`} error={errorIn(form, 'breakGlass')} />
    </fieldset>
  );
}

function People({
  label,
  value,
  onChange,
}: {
  label: string;
  value: readonly Approver[];
  onChange: (people: Approver[]) => void;
}): ReactNode {
  return (
    <TagPicker
      label={label}
      placeholder={words.findPeople}
      load={findPrincipals}
      value={value.map(optionOf)}
      onChange={(options) => onChange(options.map(approverOf))}
    />
  );
}

/** A checkbox, with an explanation below. */
function Explained({
  hint,
  ...box
}: {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}): ReactNode {
  const id = useId();
  return (
    <div>
      <Checkbox {...box} aria-describedby={id} />
      <p className="hint role-policy-hint" id={id}>
        {hint}
      </p>
    </div>
  );
}

/** The first error within a part of the form. */
const errorIn = (form: Form<PolicyValues>, part: 'approval' | 'breakGlass'): string | undefined =>
  [...form.errors].find(([field]) => field === part || field.startsWith(`${part}.`))?.[1];
