import type { Home } from '@licet/contract';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CircleCheckIcon, CircleDashedIcon } from '../../ui/icons.tsx';
import { ButtonLink, PlainLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { useGuideMemory } from './guide-memory.ts';
import { guideSteps, nextStep, type Step } from './guide-steps.ts';
import { words } from './words.ts';
import './home.css';

/** The first five minutes: seven steps, ticked by what is there, the next one large. */
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

/** The steps are data, so where they lead is plain text; a test walks them all. */
const asPath = (href: string) => href as '/';
