import type { Decision } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApplicationName } from '../../blocks/chips.tsx';
import { decisionQuery } from '../../blocks/decision/decision-query.ts';
import { DecisionReason } from '../../blocks/decision/decision-reason.tsx';
import type { FoundOption } from '../../blocks/find.ts';
import { shortDayText, tenseOf } from '../../blocks/tense.ts';
import { formatList } from '../../ui/format.ts';
import { NoIcon, Spinner, YesIcon } from '../../ui/icon.tsx';
import { asProblem } from '../../ui/problem.ts';
import { sentenceWords as words } from './words.ts';

/** A question as the palette understood it. */
export interface Question {
  readonly user: FoundOption;
  readonly permission: FoundOption & { readonly application: string };
  readonly at: string | undefined;
  /** The URL of the screen that shows every path. */
  readonly href: string;
}

/** The option that answers a question, and opens the screen with every path. */
export function AnswerOption({ question, option }: { question: Question; option: object }): ReactNode {
  const { user, permission, at } = question;
  const { application } = permission;
  const { data, error } = useQuery(decisionQuery({ application, user: user.id, permission: permission.label, at }));
  const name = useApplicationName(application) ?? application;
  const then = at !== undefined && tenseOf(at) === 'past';
  const day = then ? shortDayText(at) : '';
  const sentence = (then ? past : present)[data?.permitted ? 'yes' : data ? 'no' : 'question'];
  return (
    <div className="palette-option palette-answer" {...option}>
      {data ? (
        data.permitted ? (
          <YesIcon className="tone-yes" />
        ) : (
          <NoIcon className="tone-no" />
        )
      ) : (
        !error && <Spinner label={words.asking} />
      )}
      <span className="grow" aria-live="polite">
        <b className="block">{sentence(user.label, permission.label, name, day)}</b>
        <span className="block text-faint">{user.detail}</span>
        <span className="block text-muted">
          {data && <DecisionReason decision={data} tense={tenseOf(at)} />}
          {data && !data.permitted && at === undefined && data.deciders.length > 0 && ` ${decideText(data)}`}
          {error && (asProblem(error).detail ?? asProblem(error).title)}
        </span>
      </span>
    </div>
  );
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
