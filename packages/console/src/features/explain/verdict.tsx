import type { AccessPath, Decision } from '@licet/contract';
import type { ReactNode } from 'react';
import { say } from '../../blocks/say.tsx';
import type { Tense } from '../../blocks/tense.ts';
import { NoIcon, YesIcon } from '../../ui/state-icons.tsx';
import { EndsAt, Time } from '../../ui/time.tsx';
import { Permission } from '../../ui/who.tsx';
import { words } from './words.ts';
import './explain.css';

/** What an answer about oneself has as well. */
export type Answered = Omit<Decision, 'held' | 'remedies'>;

/** The answer: one word with its icon, then why. */
export function Verdict({ decision, tense }: { decision: Answered; tense: Tense }): ReactNode {
  const { permitted, until } = decision;
  const tone = permitted ? 'tone-yes' : 'tone-no';
  return (
    <div className="verdict" aria-live="polite">
      {permitted ? <YesIcon className="tone-yes" /> : <NoIcon className="tone-no" />}
      <div>
        <h2 className={tone}>{permitted ? words.yes : words.no}</h2>
        <p>
          <Why decision={decision} tense={tense} />
          {until !== null && tense !== 'past' && (
            <>
              {' '}
              {permitted
                ? say(words.yesUntil, { at: <EndsAt at={until} /> })
                : say(words.noUntil, { at: <Time at={until} /> })}
            </>
          )}
          {tense === 'future' && ` ${words.futureNote}`}
        </p>
      </div>
    </div>
  );
}

/** One sentence, by the reason that decided. */
function Why({ decision, tense }: { decision: Answered; tense: Tense }): ReactNode {
  const { reason, permission, paths, pathCount } = decision;
  const [first] = paths;
  const things = {
    who: decision.user.name,
    app: decision.application.name,
    permission: <Permission>{permission.name}</Permission>,
    by: first === undefined ? words.alone : bySentence(first, pathCount),
  };
  switch (reason) {
    case 'admin':
      return (
        <>
          {say(words.admin[tense], things)}
          {!permission.known && <> {say(words.unknownAdmin, things)}</>}
        </>
      );
    case 'listed':
      return say(words.listed[tense], things);
    case 'suspended':
      return say(words.suspended[tense], things);
    case 'not_listed':
      return permission.known ? say(words.notListed[tense], things) : say(words.unknown, things);
  }
}

/** "by the role controller, which includes approver, through the group Finance leads, and by one more way". */
function bySentence(path: AccessPath, pathCount: number): string {
  const [granted, ...included] = path.roles.map(({ name }) => name);
  const last = included.at(-1);
  const group = path.groups.at(0)?.name;
  return [
    granted === undefined ? words.alone : words.byRole(granted),
    last === undefined ? '' : words.including(last),
    group === undefined ? '' : words.throughGroup(group),
    pathCount > 1 ? words.otherWays(pathCount - 1) : '',
  ]
    .filter(Boolean)
    .join(', ');
}
