import type { AccessPath, Decision } from '@licet/contract';
import type { ReactNode } from 'react';
import { say } from '../../blocks/say.tsx';
import { dayText, type Tense, tenseOf } from '../../blocks/tense.ts';
import { NoIcon, YesIcon } from '../../ui/icon.tsx';
import { EndsAt, Time } from '../../ui/time.tsx';
import { Permission } from '../../ui/who.tsx';
import { words } from './words.ts';
import './explain.css';
import { PathDetail, pathKey } from '../../blocks/path-list.tsx';
import { useMay } from '../../session/may.ts';
import { HistoryIcon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/links.tsx';
import { asProblem } from '../../ui/problem.ts';
import { Section } from '../../ui/section.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

/** The part of an answer that is also present in an answer about the viewer. */
type Answered = Omit<Decision, 'held' | 'remedies'>;

/** The answer: one word with its icon, then the reason. */
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

/** The deciding reason, in one sentence. */
function Why({ decision, tense }: { decision: Answered; tense: Tense }): ReactNode {
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

/** Every path to the permission, each with its start and end. */
export function Ways({ decision, tense }: { decision: Answered; tense: Tense }): ReactNode {
  const { paths, pathCount, application, user, permission } = decision;
  const { mayIn } = useMay();
  const mayOpen = tense === 'now' && mayIn('applications.read', application.id);
  const n = pathCount > paths.length ? words.firstWays(paths.length, pathCount) : words.wayCount(pathCount);
  return (
    <Section title={words.ways[tense]} n={n}>
      <ol className="ways lines">
        {paths.map((path) => (
          <li key={pathKey(path)}>
            <div className="grow">
              <PathDetail path={path} person={user} permission={permission.name} />
            </div>
            {mayOpen && (
              <TextLink
                className="small"
                to="/applications/$application"
                params={{ application: application.id }}
                search={{ tab: 'grants', open: path.grant }}
              >
                {words.openGrant}
              </TextLink>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/**
 * Shown instead of an answer that failed. If the user or the application did not exist at that time, says this instead
 * of showing an error.
 */
export function Failed({
  error,
  at,
  onRetry,
}: {
  error: unknown;
  at: string | undefined;
  onRetry: () => void;
}): ReactNode {
  const { status } = asProblem(error);
  if (at === undefined || status !== 404 || tenseOf(at) !== 'past')
    return <ErrorState error={error} onRetry={status === 404 ? undefined : onRetry} />;
  return (
    <EmptyState icon={HistoryIcon} title={words.notThen}>
      {words.notThenWhy(dayText(at))}
    </EmptyState>
  );
}
