import type { ReactNode } from 'react';
import { type Answered, DecisionReason } from '../../blocks/decision/decision-reason.tsx';
import { dayText, type Tense, tenseOf } from '../../blocks/tense.ts';
import { NoIcon, YesIcon } from '../../ui/icon.tsx';
import { words } from './words.ts';
import './explain.css';
import { PathDetail, pathKey } from '../../blocks/path-list.tsx';
import { useMay } from '../../session/may.ts';
import { HistoryIcon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/links.tsx';
import { asProblem } from '../../ui/problem.ts';
import { Section } from '../../ui/section.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

/** The answer: one word with its icon, then the reason. */
export function Verdict({ decision, tense }: { decision: Answered; tense: Tense }): ReactNode {
  const { permitted } = decision;
  const tone = permitted ? 'tone-yes' : 'tone-no';
  return (
    <div className="verdict" aria-live="polite">
      {permitted ? <YesIcon className="tone-yes" /> : <NoIcon className="tone-no" />}
      <div>
        <h2 className={tone}>{permitted ? words.yes : words.no}</h2>
        <p>
          <DecisionReason decision={decision} tense={tense} />
        </p>
      </div>
    </div>
  );
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
