import type { AccessRequest, Decision } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApplicationName } from '../../blocks/chips.tsx';
import { decisionQuery } from '../../blocks/decision/decision-query.ts';
import { DecisionReason } from '../../blocks/decision/decision-reason.tsx';
import { useWaitingRequest } from '../../blocks/decision/waiting-request.ts';
import { lengthText } from '../../blocks/durations.ts';
import type { FoundOption } from '../../blocks/find.ts';
import { words as questionWords } from '../../blocks/question/words.ts';
import { permissionTitle } from '../../blocks/roles.ts';
import { say } from '../../blocks/say.tsx';
import { shortDayText, tenseOf } from '../../blocks/tense.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatList } from '../../ui/format.ts';
import { NoIcon, Spinner, YesIcon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { asProblem } from '../../ui/problem.ts';
import { Time } from '../../ui/time.tsx';
import type { Act } from './line.ts';
import { sentenceWords as words } from './words.ts';
import '../../ui/button.css';

/** A question as the palette understood it. */
export interface Question {
  readonly user: FoundOption;
  readonly permission: FoundOption & { readonly application: string };
  readonly at: string | undefined;
  /** The URL of the screen that shows every path. */
  readonly href: string;
  /** Offers to grant the permission; undefined if the viewer may not. */
  readonly grant: Act | undefined;
}

/** The answer to a question. */
export interface Answer {
  readonly decision: Decision | undefined;
  readonly error: unknown;
  /** The request for the permission that waits for the viewer; undefined while the requests load. */
  readonly waiting: AccessRequest | null | undefined;
  /** What follows a refusal: to decide the waiting request or, without one, to grant the permission. */
  readonly next: { readonly label: string; readonly act: Act } | undefined;
}

/** Answers a question. */
export function useAnswer(question: Question | undefined): Answer | undefined {
  const { user, permission, at } = question ?? {};
  const { data, error } = useQuery({
    ...decisionQuery({
      application: permission?.application ?? '',
      user: user?.id ?? '',
      permission: permission?.label ?? '',
      at,
    }),
    enabled: question !== undefined,
  });
  const decision = question && data;
  const waiting = useWaitingRequest(at === undefined ? decision : undefined);
  if (!question) return undefined;
  return { decision, error, waiting, next: decision?.permitted === false ? nextOf(question, waiting) : undefined };
}

function nextOf({ grant, at }: Question, waiting: Answer['waiting']): Answer['next'] {
  if (at !== undefined || waiting === undefined) return undefined;
  if (waiting)
    return { label: words.decideRequest, act: { kind: 'open', href: `/inbox?view=waiting&request=${waiting.id}` } };
  return grant && { label: words.grantThis, act: grant };
}

interface AnswerOptionProps {
  question: Question;
  answer: Answer;
  option: object;
  /** Called when the button for what follows is pressed. */
  onNext: () => void;
}

/** The option that answers a question. Enter opens the screen with every path, Ctrl+Enter does what follows. */
export function AnswerOption({ question, answer, option, onNext }: AnswerOptionProps): ReactNode {
  const { user, permission, at } = question;
  const { decision, error, waiting, next } = answer;
  const { application } = permission;
  const name = useApplicationName(application) ?? application;
  const then = at !== undefined && tenseOf(at) === 'past';
  const day = then ? shortDayText(at) : '';
  const sentence = (then ? past : present)[decision?.permitted ? 'yes' : decision ? 'no' : 'question'];
  const what = phraseOf(
    application,
    decision?.permission ?? { name: permission.label, title: permission.detail ?? '' },
  );
  return (
    <div className="palette-option palette-answer" {...option}>
      {decision ? (
        decision.permitted ? (
          <YesIcon className="tone-yes" />
        ) : (
          <NoIcon className="tone-no" />
        )
      ) : (
        !error && <Spinner label={words.asking} />
      )}
      <span className="grow" aria-live="polite">
        <b className="block palette-verdict">{sentence(user.label, what, name, day)}</b>
        <span className="block text-faint">{user.detail}</span>
        <span className="block text-muted">
          {decision && <DecisionReason decision={decision} tense={tenseOf(at)} />}
          {decision &&
            !decision.permitted &&
            at === undefined &&
            decision.deciders.length > 0 &&
            ` ${decideText(decision)}`}
          {error !== null && error !== undefined && (asProblem(error).detail ?? asProblem(error).title)}
        </span>
        {waiting && (
          <span className="block palette-asked">
            {say(words.asked, {
              who: <bdi>{user.label}</bdi>,
              at: <Time at={waiting.askedAt} />,
              length: lengthText(waiting.seconds),
            })}
          </span>
        )}
        {decision && (
          <span className="palette-go">
            <span className={classNames('button small', !waiting && 'primary')}>
              {words.showWhy} <KeyHint hidden keys={['Enter']} />
            </span>
            {next && (
              // biome-ignore lint/a11y/noStaticElementInteractions: an option contains no buttons; the keyboard has Ctrl+Enter
              // biome-ignore lint/a11y/useKeyWithClickEvents: as above
              <span
                className={classNames('button small', waiting && 'primary')}
                onClick={(event) => {
                  event.stopPropagation();
                  onNext();
                }}
              >
                {next.label} <KeyHint hidden keys={['Ctrl', 'Enter']} />
              </span>
            )}
          </span>
        )}
      </span>
    </div>
  );
}

/** A permission within a sentence: its title, or its name if it has none. */
export function phraseOf(application: string, permission: { name: string; title: string }): string {
  const title = permissionTitle(application, permission);
  return title === '' ? questionWords.use(permission.name) : questionWords.phrase(title);
}

const present = { yes: words.yes, no: words.no, question: words.question };
const past = { yes: words.yesThen, no: words.noThen, question: words.questionThen };

const mostDeciders = 2;

/** Returns the sentence that names the users who decide on a request. */
function decideText({ deciders, deciderCount }: Decision): string {
  const names = deciders.slice(0, mostDeciders).map(({ name }) => name);
  const others = deciderCount - names.length;
  return words.decide(formatList(others > 0 ? [...names, words.others(others)] : names), deciderCount === 1);
}
