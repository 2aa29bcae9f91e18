import type { Decision, HeldPeriods } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { words as questionWords } from '../../blocks/question/words.ts';
import { permissionTitle } from '../../blocks/roles.ts';
import { say } from '../../blocks/say.tsx';
import { shortDayText, type Tense } from '../../blocks/tense.ts';
import { periodsQuery } from '../../blocks/twelve-months/periods.ts';
import { useMay, usePermission } from '../../session/may.ts';
import { formatNumber } from '../../ui/format.ts';
import { KeyRoundIcon } from '../../ui/icon.tsx';
import { HistoryIcon, IdCardIcon, UsersRoundIcon } from '../../ui/icons.tsx';
import { PlainLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { words } from './words.ts';
import './explain.css';

/** A question about the same user and permission at another instant. */
export interface OtherTime {
  readonly kind: 'before' | 'last' | 'after' | 'from' | 'now';
  /** The instant of the question; undefined for now. */
  readonly at: string | undefined;
  /** The day that the question names. */
  readonly day: string;
}

const SECOND_MS = 1000;
const justBefore = (instant: string) => new Date(Date.parse(instant) - SECOND_MS).toISOString();

/**
 * The instants at which the answer was or will be different: before the access began, when it last existed, and after
 * the next change.
 */
export function otherTimes(
  { permitted, until }: Pick<Decision, 'permitted' | 'until'>,
  tense: Tense,
  held: Pick<HeldPeriods, 'from' | 'periods'> | undefined,
): OtherTime[] {
  if (tense !== 'now') return [{ kind: 'now', at: undefined, day: '' }];
  const times: OtherTime[] = [];
  const last = held?.periods.at(-1);
  if (permitted && last?.ends === null && last.starts !== held?.from)
    times.push({ kind: 'before', at: justBefore(last.starts), day: last.starts });
  if (!permitted && last && last.ends !== null) times.push({ kind: 'last', at: justBefore(last.ends), day: last.ends });
  if (until !== null) times.push({ kind: permitted ? 'after' : 'from', at: until, day: until });
  return times;
}

/** The questions that usually follow an answer, as links. */
export function AskNext({
  decision,
  tense,
  at,
}: {
  decision: Decision;
  tense: Tense;
  at: string | undefined;
}): ReactNode {
  const { application, permission, user, held, permitted } = decision;
  const { mayIn } = useMay();
  const mayOpen = usePermission('users.read') && user.kind === 'user';
  const { data } = useQuery({
    ...periodsQuery({ application: application.id, user: user.id, permission: permission.name }),
    enabled: tense === 'now',
  });
  const title = permissionTitle(application.id, permission);
  const values = (day = '') => ({
    who: <bdi>{user.name}</bdi>,
    what: <bdi>{title === '' ? questionWords.use(permission.name) : questionWords.phrase(title)}</bdi>,
    app: <bdi>{application.name}</bdi>,
    day,
  });
  const question = { application: application.id, permission: permission.name };
  return (
    <Section title={words.askNext}>
      <div className="lines">
        <PlainLink to="/explain" search={{ ask: 'who', ...question, at }}>
          <UsersRoundIcon />
          <span className="grow">{say(words.next.who[tense], values(at && shortDayText(at)))}</span>
        </PlainLink>
        {otherTimes(decision, tense, data).map((time) => (
          <PlainLink key={time.kind} to="/explain" search={{ ask: 'may', user: user.id, ...question, at: time.at }}>
            <HistoryIcon />
            <span className="grow">{say(words.next[time.kind], values(time.day && shortDayText(time.day)))}</span>
          </PlainLink>
        ))}
        {mayOpen && tense !== 'future' && (
          <PlainLink to="/users/$user" params={{ user: user.id }} search={{ tab: 'access', open: application.id, at }}>
            <KeyRoundIcon />
            <span className="grow">
              {say(permitted ? words.next.else[tense] : words.next.instead[tense], values())}
            </span>
            <span className="number">{formatNumber(held.permissions)}</span>
          </PlainLink>
        )}
        {permission.known && mayIn('applications.read', application.id) && (
          <PlainLink
            to="/applications/$application"
            params={{ application: application.id }}
            search={{ tab: 'permissions', q: permission.name, at }}
          >
            <IdCardIcon />
            <span className="grow">{say(words.next.roles[tense], values())}</span>
          </PlainLink>
        )}
      </div>
    </Section>
  );
}
