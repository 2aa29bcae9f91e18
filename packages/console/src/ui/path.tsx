import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { KeyRoundIcon } from './icon.tsx';
import { IdCardIcon, PlusIcon, SettingsIcon, UsersRoundIcon } from './icons.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import { Avatar } from './who.tsx';
import { words } from './words.ts';
import './path.css';

/** One node of a path. Omit the first or last node if the page already names it. */
export interface PathStep {
  kind: 'person' | 'program' | 'group' | 'role' | 'alone' | 'permission';
  /** The name of the node. The step `alone` has a fixed text instead (“granted directly”). */
  label?: string | undefined;
  /** Shows only the circle of the user, without the name. */
  bare?: boolean | undefined;
  /** Whether the step to this node is missing, so that there is no access. It is drawn dashed, with a plus. */
  missing?: boolean | undefined;
  /** Only for the permission at the end: whether it is permitted. */
  state?: 'yes' | 'no' | undefined;
  /** The URL of the node's page. */
  href?: string | undefined;
  /** When the access began and who gave it. Shown only in a vertical path. */
  note?: ReactNode;
}

/** A user or program, groups, roles and a permission, joined by arrows. */
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

/** The same path drawn vertically, with the notes beside the nodes. For wide panels, and for phones. */
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
