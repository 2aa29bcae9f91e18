import type { Home } from '@licet/contract';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CircleCheckIcon, CircleDashedIcon } from '../../ui/icons.tsx';
import { ButtonLink, PlainLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { useGuideMemory } from './guide-memory.ts';
import { stepWords, words } from './words.ts';
import './home.css';

/** The setup guide for a new installation. Ticks finished steps and expands the next one. */
export function Guide({ guide }: { guide: NonNullable<Home['guide']> }): ReactNode {
  const [{ tokenSeen }, remember] = useGuideMemory();
  const steps = guideSteps(guide, tokenSeen);
  const next = nextStep(steps);
  const done = steps.filter((step) => step.done).length;
  const see = (step: Step) => step.name === 'token' && remember({ tokenSeen: true });
  return (
    <Section title={words.guide} n={words.guideCount(done, steps.length)}>
      <ol className="guide lines">
        {steps.map((step) => (
          <li key={step.name} className={classNames(step === next && 'next', step.done && 'done')}>
            {step.done ? <CircleCheckIcon /> : <CircleDashedIcon />}
            <div className="grow">
              <StepTitle step={step} next={step === next} onOpen={() => see(step)} />
              {step === next && <p className="text-muted">{step.text}</p>}
              {step === next && step.href !== undefined && (
                <div className="guide-actions">
                  <ButtonLink kind="primary" to={asPath(step.href)} onClick={() => see(step)}>
                    {step.action}
                  </ButtonLink>
                  {step.other && <ButtonLink to={asPath(step.other.href)}>{step.other.action}</ButtonLink>}
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
      <p className="guide-end text-muted">
        <Button small kind="quiet" onClick={() => remember({ closed: true })}>
          {words.closeGuide}
        </Button>
      </p>
    </Section>
  );
}

function StepTitle({ step, next, onOpen }: { step: Step; next: boolean; onOpen: () => void }): ReactNode {
  const state = step.done ? words.done : next ? words.next : words.notYet;
  return (
    <span className="guide-title">
      {step.href === undefined || next ? (
        <span className={classNames(!next && 'text-faint')}>{step.title}</span>
      ) : (
        <PlainLink to={asPath(step.href)} onClick={onOpen}>
          {step.title}
        </PlainLink>
      )}
      <span className="visually-hidden">, {state}</span>
    </span>
  );
}

/** Steps are data, so their links are plain strings that the router cannot check; a test opens all of them. */
const asPath = (href: string) => href as '/';

type StepName = 'application' | 'permissions' | 'role' | 'user' | 'grant' | 'token' | 'integration';

/** A step of the setup guide. */
interface Step {
  readonly name: StepName;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly done: boolean;
  /** The address at which to do the step, with its dialog open; undefined while an earlier step is missing. */
  readonly href: string | undefined;
  /** A second way to do the step. */
  readonly other?: { readonly action: string; readonly href: string } | undefined;
}

/**
 * Returns the steps, with their state from the server's counts.
 * @param tokenSeen whether the viewer has opened the token from the guide
 */
export function guideSteps(guide: NonNullable<Home['guide']>, tokenSeen: boolean): Step[] {
  const { application, grant } = guide;
  const within = (search: string) =>
    application === null ? undefined : `/applications/${encodeURIComponent(application.id)}?${search}`;
  const name = application?.name ?? stepWords.theApplication;
  const importFile = within('tab=permissions&import=1');
  return [
    {
      name: 'application',
      ...stepWords.application,
      done: application !== null,
      href: '/applications?add=1',
    },
    {
      name: 'permissions',
      ...stepWords.permissions,
      done: guide.permissions,
      href: within('tab=permissions&add=1'),
      ...(importFile && { other: { action: stepWords.importFile, href: importFile } }),
    },
    {
      name: 'role',
      ...stepWords.role,
      done: guide.role,
      href: within('tab=roles&add=1'),
    },
    {
      name: 'user',
      ...stepWords.user,
      done: guide.user,
      href: '/users?add=1',
    },
    {
      name: 'grant',
      ...stepWords.grant,
      text: stepWords.grant.text(name),
      done: grant !== null,
      href: within('tab=grants&add=1'),
    },
    {
      name: 'token',
      ...stepWords.token,
      text: stepWords.token.text(grant?.name ?? stepWords.theUser),
      done: tokenSeen && grant !== null,
      href: grant === null ? undefined : within(`tab=integration&principal=${encodeURIComponent(grant.id)}`),
    },
    {
      name: 'integration',
      ...stepWords.integration,
      done: guide.client,
      href: within('tab=integration'),
    },
  ];
}

/** The first step that is not done and can be done. */
export const nextStep = (steps: readonly Step[]): Step | undefined =>
  steps.find(({ done, href }) => !done && href !== undefined);
