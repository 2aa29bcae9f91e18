import type { AccessPath, Decision } from '@licet/contract';
import type { ReactNode } from 'react';
import { EndsAt, Time } from '../../ui/time.tsx';
import { Permission } from '../../ui/who.tsx';
import { say } from '../say.tsx';
import type { Tense } from '../tense.ts';
import { words } from './words.ts';

/** The part of an answer that is also present in an answer about the viewer. */
export type Answered = Omit<Decision, 'held' | 'remedies'>;

interface DecisionReasonProps {
  decision: Answered;
  tense: Tense;
}

/** Why a decision permits or refuses, and when that changes. */
export function DecisionReason({ decision, tense }: DecisionReasonProps): ReactNode {
  const { permitted, until } = decision;
  return (
    <>
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
    </>
  );
}

function Why({ decision, tense }: DecisionReasonProps): ReactNode {
  const { reason, permission, paths, pathCount } = decision;
  const [first] = paths;
  const values = {
    who: decision.user.name,
    app: decision.application.name,
    permission: <Permission>{permission.name}</Permission>,
    by: first === undefined ? words.alone : bySentence(first, pathCount),
  };
  switch (reason) {
    case 'admin':
      return (
        <>
          {say(words.admin[tense], values)}
          {!permission.known && <> {say(words.unknownAdmin, values)}</>}
        </>
      );
    case 'listed':
      return say(words.listed[tense], values);
    case 'suspended':
      return say(words.suspended[tense], values);
    case 'not_listed':
      return permission.known ? say(words.notListed[tense], values) : say(words.unknown, values);
  }
}

/**
 * A path in words: "by the role controller, which includes approver, through the group Finance leads, and by one more
 * path".
 */
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
