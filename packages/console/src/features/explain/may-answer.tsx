import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect } from 'react';
import { decisionQuery } from '../../blocks/decision/decision-query.ts';
import { type Tense, tenseOf } from '../../blocks/tense.ts';
import { PageBody } from '../../shell/page.tsx';
import { CircleHelpIcon } from '../../ui/icons.tsx';
import { EmptyState, SkeletonLines } from '../../ui/states.tsx';
import type { ExplainAddress } from './address.ts';
import { AskNext } from './ask-next.tsx';
import { heldQuery } from './queries.ts';
import { Question, type QuestionProps } from './question.tsx';
import { Remedies } from './remedies.tsx';
import { Failed, Verdict, Ways } from './verdict.tsx';
import { WhoDecides } from './who-decides.tsx';
import { words } from './words.ts';
import './explain.css';
import { type Decision, shellCommand } from '@licet/contract';
import { pathSteps } from '../../blocks/path-list.tsx';
import { permissionTitle } from '../../blocks/roles.ts';
import { say } from '../../blocks/say.tsx';
import { rememberAsked } from '../../blocks/twelve-months/asked.ts';
import { periodsQuery } from '../../blocks/twelve-months/periods.ts';
import { TwelveMonths } from '../../blocks/twelve-months/twelve-months.tsx';
import { useAsOf } from '../../session/as-of.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { Path, type PathStep } from '../../ui/path.tsx';
import { Facts, Section } from '../../ui/section.tsx';
import { Permission } from '../../ui/who.tsx';

const SHOWN = 6;

/** The roles and permissions that the user holds in the application, each with its first path. */
function HeldAccess({ decision, tense, at }: { decision: Decision; tense: Tense; at: string | undefined }): ReactNode {
  const { application, user, held } = decision;
  const { data, isPending } = useQuery(heldQuery(application.id, user.id, at));
  const title = words.holds[tense](application.name);
  const nothing = held.roles.length === 0 && held.permissions === 0;
  const person: PathStep = { kind: 'person', label: user.name, bare: true };
  const roles = (data?.roles ?? []).filter(({ paths }) => paths.some((path) => path.roles.length <= 1));
  const direct = (data?.permissions.items ?? []).flatMap((item) => {
    const path = item.paths.find((one) => one.roles.length === 0 && !one.admin);
    return path ? [{ item, path }] : [];
  });
  return (
    <Section title={title}>
      {nothing && <p className="text-muted">{words.holdsNothing[tense]}</p>}
      {!nothing && isPending && <SkeletonLines lines={2} />}
      {!nothing && (
        <div className="held">
          {roles.slice(0, SHOWN).map(({ id, paths }) => {
            const [path] = paths;
            return path && <Path key={id} steps={[person, ...pathSteps(path)]} />;
          })}
          {direct.slice(0, SHOWN).map(({ item, path }) => (
            <Path key={item.id} steps={[person, ...pathSteps(path), { kind: 'permission', label: item.name }]} />
          ))}
          <p className="text-muted small">{words.inAll(held.roles.length, words.permissions(held.permissions))}</p>
        </div>
      )}
    </Section>
  );
}

export type AnswerProps = Pick<QuestionProps, 'address' | 'choosingTime' | 'onChoosingTime'> & {
  change: (changes: Partial<ExplainAddress>, replace?: boolean) => void;
};

const SOON_MS = 1000;
const LONGEST_WAIT_MS = 2_147_483_647;

/** Answers whether a user may do something: one word, the reason, and every step that was checked. */
export function MayAnswer(props: AnswerProps): ReactNode {
  const { application = '', user = '', permission = '', at } = props.address;
  const complete = application !== '' && user !== '' && permission !== '';
  const { data, error, refetch, isPending } = useQuery({
    ...decisionQuery({ application, user, permission, at }),
    enabled: complete,
    // Refetch an answer about the present at the next change of access.
    refetchInterval: ({ state }) => (at === undefined ? untilChange(state.data?.until ?? null) : false),
  });
  const tense = tenseOf(at);
  const question = { application, user, permission };
  // Also provides the names of a user and a permission that did not exist at the shown instant.
  const periods = useQuery({ ...periodsQuery(question), enabled: complete });
  const { data: held } = periods;
  const named = complete ? (data ?? held) : undefined;
  const title = named?.permission ? permissionTitle(named.application.id, named.permission) : '';
  const year = <TwelveMonths question={question} at={at} onAt={(next) => props.change({ at: next })} />;
  const known = data?.permission.known;
  useEffect(() => {
    if (known) rememberAsked({ application, permission });
  }, [known, application, permission]);
  return (
    <PageBody>
      <div className="explain">
        <Question
          {...props}
          person={named?.user.name}
          title={title || undefined}
          waits={complete && isPending && periods.isPending}
        />
        {!complete && (
          <EmptyState icon={CircleHelpIcon} title={words.begin}>
            {words.beginMay}
          </EmptyState>
        )}
        {complete && error && !data && (
          <>
            <Failed error={error} at={at} onRetry={() => void refetch()} />
            {year}
          </>
        )}
        {complete && !error && isPending && <SkeletonLines lines={3} />}
        {complete && data && (
          <>
            <Verdict decision={data} tense={tense}>
              {year}
            </Verdict>
            <div className="explain-two">
              <div className="explain-main">
                {data.permitted || data.paths.length > 0 ? (
                  <Ways decision={data} tense={tense} />
                ) : (
                  <Remedies decision={data} tense={tense} />
                )}
              </div>
              <div className="explain-side">
                {tense === 'now' && <WhoDecides decision={data} />}
                <AskNext decision={data} tense={tense} at={at} />
                <CheckedSteps decision={data} />
                {data.reason !== 'suspended' && <HeldAccess decision={data} tense={tense} at={at} />}
                <Terminal decision={data} />
              </div>
            </div>
          </>
        )}
      </div>
    </PageBody>
  );
}

function untilChange(until: string | null): number | false {
  if (until === null) return false;
  const left = Date.parse(until) - Date.now();
  return left > LONGEST_WAIT_MS ? false : Math.max(left, 0) + SOON_MS;
}

/** The question as a command, ready to copy. */
function Terminal({ decision }: { decision: Decision }): ReactNode {
  const { user, permission, application } = decision;
  const command = canCommand(user.detail ?? user.id, permission.name, application.id, useAsOf());
  return (
    <CodeBlock label={words.terminal} code={command}>
      <span className="comment">$ </span>
      {command.split(' ').map((word, place) => (
        <Fragment key={place === 0 ? 'first' : `word-${place}`}>
          {place > 0 && ' '}
          <span className="shell-word">{word}</span>
        </Fragment>
      ))}
    </CodeBlock>
  );
}

/** The three steps of the access rule in their order, and the result of each. */
function CheckedSteps({ decision }: { decision: Decision }): ReactNode {
  const { reason, held, permission, application, user } = decision;
  const who = <bdi>{user.name}</bdi>;
  const values = {
    count: words.permissions(held.permissions),
    app: <bdi>{application.name}</bdi>,
    permission: <Permission>{permission.name}</Permission>,
  };
  const isSuspended = reason === 'suspended';
  const facts: [string, ReactNode][] = [
    [words.tokenFact, say(isSuspended ? words.tokenNone : words.tokenValid, { who })],
  ];
  if (!isSuspended) facts.push([words.adminFact, say(reason === 'admin' ? words.isAdmin : words.isNotAdmin, { who })]);
  if (reason === 'listed' || reason === 'not_listed')
    facts.push([words.permissionsFact, say(reason === 'listed' ? words.isListed : words.isNotListed, values)]);
  return (
    <Section title={words.looked}>
      <Facts facts={facts} />
    </Section>
  );
}

/** The question as a command: `licet can USER PERMISSION --application APP`, with `--at` for a past instant. */
export function canCommand(user: string, permission: string, application: string, at?: string): string {
  return shellCommand('licet can', [user, permission], { application, at });
}
