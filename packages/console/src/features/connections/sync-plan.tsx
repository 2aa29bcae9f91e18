import type { SyncPlan, SyncPlanned } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import type { ReactNode } from 'react';
import { EffectsThen } from '../../blocks/plan-effects/effects-then.tsx';
import { formatList, formatNumber } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { ownSentence } from '../../ui/reasons/own-sentence.ts';
import { syncWords as words } from './sync-words.ts';

interface SyncPlanViewProps {
  title: string;
  /** A plan also has effects on access; a finished run does not. */
  plan: SyncPlan | SyncPlanned;
}

/** What a synchronisation does or did, by name. */
export function SyncPlanView({ title, plan }: SyncPlanViewProps): ReactNode {
  const { leaving, returning, changed, kept, leftOut } = plan;
  const counts = [leaving, returning, plan.new, changed, kept].map(({ count }) => count);
  const nothing = counts.every((count) => count === 0) && leftOut.length === 0;
  return (
    <div className="sync-plan">
      <b>{title}</b>
      <p className="hint">{words.found(plan.found, plan.linked)}</p>
      {nothing && <p>{words.nothing}</p>}
      {!nothing && 'effects' in plan && (
        <>
          <b>{words.effects}</b>
          <EffectsThen effects={plan.effects} at={plan.at} />
        </>
      )}
      <Names title={words.leaving} count={leaving.count} tone="no">
        {leaving.items.map((it) => (
          <Person key={it.user.id} {...it} detail={leftBy(it)} />
        ))}
      </Names>
      <Names title={words.returning} count={returning.count} tone="yes">
        {returning.items.map((it) => (
          <Person key={it.user.id} {...it} />
        ))}
      </Names>
      <Names title={words.new} count={plan.new.count}>
        {plan.new.items.map(({ username, name, email }) => (
          <li key={username}>
            {name} <span className="text-muted">{email === null ? username : shownEmail(email)}</span>
          </li>
        ))}
      </Names>
      <Names title={words.changed} count={changed.count}>
        {changed.items.map((it) => (
          <Person key={it.user.id} {...it} detail={changesOf(it)} />
        ))}
      </Names>
      <Names title={words.kept} count={kept.count}>
        {kept.items.map((it) => (
          <Person key={it.user.id} {...it} detail={words.keptBecause[it.because]} />
        ))}
      </Names>
      <Names title={words.leftOut} count={leftOut.reduce((sum, { count }) => sum + count, 0)} whole>
        {leftOut.map(({ why, count, names, ...said }) => (
          <li key={why}>
            {ownSentence(why, said)}{' '}
            <span className="text-muted">
              {[...names, ...(count > names.length ? [words.more(count - names.length)] : [])].join(', ')}
            </span>
          </li>
        ))}
      </Names>
    </div>
  );
}

interface NamesProps {
  title: string;
  count: number;
  tone?: 'no' | 'yes';
  /** The lines name everybody there is. */
  whole?: boolean;
  children: ReactNode[];
}

/** One part of a plan; a long one is closed at first. */
function Names({ title, count, tone, whole, children }: NamesProps): ReactNode {
  if (count === 0) return null;
  return (
    <details open={children.length <= openUpTo}>
      <summary>
        <span className={tone && `sync-${tone}`}>{title}</span> <span className="number">{formatNumber(count)}</span>
      </summary>
      <ul>
        {children}
        {!whole && count > children.length && <li className="text-muted">{words.more(count - children.length)}</li>}
      </ul>
    </details>
  );
}

const openUpTo = 8;

function Person({ user, username, detail }: { user: { id: string; name: string }; username: string; detail?: string }) {
  return (
    <li>
      <TextLink to="/users/$user" params={{ user: user.id }}>
        {user.name}
      </TextLink>{' '}
      <span className="text-muted">{detail === undefined ? username : `${username}: ${detail}`}</span>
    </li>
  );
}

/** Why a user leaves, and what they leave behind. */
const leftBy = ({ because, leavesBehind }: SyncPlan['leaving']['items'][number]): string => {
  const { applications = [], roles = [], reviews = [] } = leavesBehind ?? {};
  const said = [
    words.because[because],
    ...(applications.length === 0 ? [] : [words.owns(formatList(applications))]),
    ...(roles.length === 0 ? [] : [words.decides(formatList(roles))]),
    ...(reviews.length === 0 ? [] : [words.reviews(formatList(reviews))]),
  ];
  return said.join('; ');
};

const changesOf = ({ name, email, joins, leaves }: SyncPlan['changed']['items'][number]): string => {
  const said = [
    ...(name === null ? [] : [words.named(name)]),
    ...(email === null ? [] : [words.addressed(shownEmail(email))]),
    ...(joins.length === 0 ? [] : [words.joins(formatList(joins))]),
    ...(leaves.length === 0 ? [] : [words.leaves(formatList(leaves))]),
  ];
  return said.length === 0 ? words.verified : said.join('; ');
};
