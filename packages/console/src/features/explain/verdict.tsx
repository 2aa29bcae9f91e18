import type { AccessPath } from '@licet/contract';
import type { ReactNode } from 'react';
import { type Answered, DecisionReason } from '../../blocks/decision/decision-reason.tsx';
import { words as questionWords } from '../../blocks/question/words.ts';
import { permissionTitle } from '../../blocks/roles.ts';
import { say } from '../../blocks/say.tsx';
import { dayText, hourText, shortDayText, type Tense, tenseOf } from '../../blocks/tense.ts';
import { KeyRoundIcon, NoIcon, YesIcon } from '../../ui/icon.tsx';
import { words } from './words.ts';
import './explain.css';
import { PathNote, pathKey, pathSteps } from '../../blocks/path-list.tsx';
import { useMay } from '../../session/may.ts';
import { HistoryIcon, IdCardIcon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Path, type PathStep } from '../../ui/path.tsx';
import { asProblem } from '../../ui/problem.ts';
import { Section } from '../../ui/section.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

interface VerdictProps {
  decision: Answered;
  tense: Tense;
  /** The bar of 12 months below the reason. */
  children?: ReactNode;
}

/** The answer as a sentence with its icon, then the reason. */
export function Verdict({ decision, tense, children }: VerdictProps): ReactNode {
  const { permitted, user, application, permission, at } = decision;
  const title = permissionTitle(application.id, permission);
  return (
    <div className="verdict">
      {permitted ? <YesIcon className="tone-yes" /> : <NoIcon className="tone-no" />}
      <div>
        <div aria-live="polite">
          <h2>
            {say(words.answer[tense][permitted ? 'yes' : 'no'], {
              who: <bdi>{user.name}</bdi>,
              what: <bdi>{title === '' ? questionWords.use(permission.name) : questionWords.phrase(title)}</bdi>,
              app: <bdi>{application.name}</bdi>,
              when: `${shortDayText(at)}, ${hourText(at).split(',')[0]}`,
            })}
          </h2>
          <p>
            <DecisionReason decision={decision} tense={tense} />
          </p>
        </div>
        {children}
      </div>
    </div>
  );
}

/** Paths that begin with the same role. */
interface WayGroup {
  /** The id of the role, `admin` or `direct`. */
  readonly id: string;
  readonly role: string | undefined;
  readonly admin: boolean;
  readonly paths: AccessPath[];
}

/** The paths by the granted role, in the order of their first path. */
export function groupsOf(paths: readonly AccessPath[]): WayGroup[] {
  const groups = new Map<string, WayGroup>();
  for (const path of paths) {
    const [granted] = path.roles;
    const id = granted?.id ?? (path.admin ? 'admin' : 'direct');
    const group = groups.get(id) ?? {
      id,
      role: granted?.name ?? (path.admin ? 'admin' : undefined),
      admin: path.admin,
      paths: [],
    };
    group.paths.push(path);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** Every path to the permission, grouped by role, each with its start, its end and who granted it. */
export function Ways({ decision, tense }: { decision: Answered; tense: Tense }): ReactNode {
  const { paths, pathCount, application, user, permission } = decision;
  const { mayIn, may } = useMay();
  const mayOpen = tense === 'now' && mayIn('applications.read', application.id);
  const isShort = pathCount > paths.length;
  const n = isShort ? words.firstWays(paths.length) : pathCount > 1 ? words.oneIsEnough : undefined;
  const person: PathStep = { kind: 'person', label: user.name, bare: true };
  return (
    <Section title={words.wayCount(pathCount)} n={n}>
      <div className="way-groups">
        {groupsOf(paths).map(({ id, role, admin, paths: own }) => (
          <section key={id} className="lines ways" aria-labelledby={`way-${id}`}>
            <h3 id={`way-${id}`} className="way-head">
              {role === undefined ? <KeyRoundIcon /> : <IdCardIcon />}
              <span>
                {role === undefined
                  ? words.grantedDirectly
                  : say(admin ? words.throughAdmin : words.throughRole, { role: <b>{role}</b> })}
              </span>
            </h3>
            {own.map((path) => {
              const group = path.groups.at(-1);
              return (
                <div key={pathKey(path)} className="way">
                  <div className="grow">
                    <Path steps={[person, ...pathSteps(path, { permission: permission.name })]} />
                    <p className="text-muted small">
                      <PathNote path={path} by />
                    </p>
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
                  {tense === 'now' && group && may('groups.read') && (
                    <TextLink className="small" to="/groups/$group" params={{ group: group.id }}>
                      {words.openGroupOf}
                    </TextLink>
                  )}
                </div>
              );
            })}
          </section>
        ))}
      </div>
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
