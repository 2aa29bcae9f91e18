import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { IdCardIcon, PlusIcon, SettingsIcon, UsersRoundIcon } from './icons.tsx';
import { KeyRoundIcon } from './page-icons.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import { Avatar } from './who.tsx';
import { words } from './words.ts';
import './path.css';

/** One station of a path. Leave out the ends that the page already names. */
export interface PathStep {
  kind: 'person' | 'program' | 'group' | 'role' | 'alone' | 'permission';
  /** The name; not needed for `alone` ("granted alone"). */
  label?: string | undefined;
  /** Only the circle of the person, without the name in sight. */
  bare?: boolean | undefined;
  /** The link that is missing: dashed, with a plus. */
  missing?: boolean | undefined;
  /** For the permission at the end. */
  state?: 'yes' | 'no' | undefined;
  /** Where this station's page is. */
  href?: string | undefined;
  /** Only when the path runs downwards: since when, by whom. */
  note?: ReactNode;
}

/** Person or program, group, role, permission, joined by a line with an arrow. */
export function Path({ steps }: { steps: readonly PathStep[] }): ReactNode {
  return (
    <span className="path">
      {steps.map((step) => (
        <span key={stepKey(step)} className={stepClass(step)} title={step.bare ? step.label : undefined}>
          <StepContent step={step} />
        </span>
      ))}
    </span>
  );
}

/** The same path, running downwards, with since-when and by whom beside each station. For panels with room, and phones. */
export function PathDown({ steps }: { steps: readonly PathStep[] }): ReactNode {
  return (
    <ol className="path-down">
      {steps.map((step) => (
        <li key={stepKey(step)} className={classNames(step.missing && 'missing')}>
          <span className="path-stop">
            <StepIcon step={step} size="medium" />
          </span>
          <div>
            <span
              className={classNames(step.kind === 'permission' && 'identifier', step.state && `tone-${step.state}`)}
            >
              {stepLabel(step)}
            </span>
            {step.note !== undefined && <p className="text-faint small">{step.note}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function StepContent({ step }: { step: PathStep }): ReactNode {
  const label = stepLabel(step);
  return (
    <>
      <StepIcon step={step} />
      {step.missing && <VisuallyHidden>{words.missing}: </VisuallyHidden>}
      {step.bare ? <VisuallyHidden>{label}</VisuallyHidden> : step.href ? <a href={step.href}>{label}</a> : label}
    </>
  );
}

function StepIcon({ step, size }: { step: PathStep; size?: 'medium' | undefined }): ReactNode {
  if (step.missing) return <PlusIcon />;
  switch (step.kind) {
    case 'person':
      return <Avatar name={step.label ?? ''} {...(size && { size })} />;
    case 'program':
      return <SettingsIcon />;
    case 'group':
      return <UsersRoundIcon />;
    case 'role':
      return <IdCardIcon />;
    case 'alone':
      return <KeyRoundIcon />;
    case 'permission':
      return size ? <KeyRoundIcon /> : null;
  }
}

function stepClass(step: PathStep): string {
  return classNames(
    step.kind === 'person' && step.bare && 'who-only',
    step.kind === 'permission' && 'last',
    step.missing && 'missing',
    step.state && `tone-${step.state}`,
  );
}

function stepLabel(step: PathStep): string {
  return step.label ?? words.grantedAlone;
}

function stepKey(step: PathStep): string {
  return `${step.kind} ${step.label ?? ''}`;
}
