import type { AccessRequest, RequestPlan } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { untilText } from '../../blocks/durations.ts';
import { Callout } from '../../ui/callout.tsx';
import { Effects } from '../../ui/effects.tsx';
import { IdCardIcon } from '../../ui/icons.tsx';
import { Path, type PathStep } from '../../ui/path.tsx';
import { EndsIcon } from '../../ui/state-icons.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { ENDING_SOON_MS, relativeTime } from '../../ui/time-words.ts';
import { stepWords, words } from './words.ts';
import '../../ui/section.css';
import '../../ui/status.css';
import './requests.css';

/** The effects of an approval: what the user gains, until when, and what does not change. */
export function PlanView({ request, plan, end }: { request: AccessRequest; plan: RequestPlan; end: Date }): ReactNode {
  const now = useNow();
  const { user, application } = request;
  const { everything, permissions, roles } = plan.gains;
  const gained = everything || permissions.length > 0 || roles.length > 0;
  return (
    <section aria-live="polite">
      <div className="section-head">
        <h3>{words.changes}</h3>
        {gained && <span className="number">{words.changesCount}</span>}
      </div>
      <Effects
        effects={[
          {
            id: 'gains',
            kind: gained ? 'gain' : 'same',
            what: gained ? <Gain request={request} plan={plan} /> : words.gainsNothing,
            names: gained ? undefined : words.gainsNothingText(user.name),
            word: <Ends end={end} />,
          },
          {
            id: 'keeps',
            kind: 'same',
            what: <span className="text-muted">{words.stays(plan.keeps.permissions, application.name)}</span>,
          },
        ]}
      />
      <p className="text-muted small request-after">
        {plan.stillNeeded > 0 ? stepWords.stillNeeded(plan.stillNeeded) : words.tab(user.name, untilText(end, now))}
      </p>
    </section>
  );
}

/** The end, in amber within a week. Colour and text use the same clock, so that “in 2 hours” stays exact. */
function Ends({ end }: { end: Date }): ReactNode {
  const now = useNow();
  const soon = end.getTime() - now.getTime() <= ENDING_SOON_MS;
  return (
    <span className={soon ? 'status tone-ending' : 'status'}>
      {soon && <EndsIcon />}
      {words.ends} <Time at={end} shown={relativeTime(end, now)} />
    </span>
  );
}

/** The placeholder of the plan, with the same size. */
export function PlanSkeleton(): ReactNode {
  return (
    <section aria-busy="true">
      <div className="section-head">
        <h3>{words.changes}</h3>
      </div>
      <ul className="effects">
        {[260, 200].map((width) => (
          <li key={width}>
            <Skeleton width={20} />
            <Skeleton width={width} />
          </li>
        ))}
      </ul>
      <p className="text-muted small request-after">
        <Skeleton width={280} />
      </p>
    </section>
  );
}

function Gain({ request, plan }: { request: AccessRequest; plan: RequestPlan }): ReactNode {
  const { gives, gains } = plan;
  const isPermission = gives.kind === 'permission';
  const steps: PathStep[] = [
    { kind: 'person', label: request.user.name },
    isPermission ? { kind: 'alone' } : { kind: 'role', label: gives.name },
  ];
  if (isPermission) steps.push({ kind: 'permission', label: gives.name, state: 'yes' });
  const included = gains.roles.filter(({ id }) => id !== gives.id);
  return (
    <>
      <Path steps={steps} />
      <p className="names">{words.signsInAs(request.user.name, request.user.detail ?? request.user.id)}</p>
      {gains.everything && (
        <div className="request-permissions">
          <Callout icon={IdCardIcon}>
            <b>{words.everything(request.application.name)}</b> {words.everythingText}
          </Callout>
        </div>
      )}
      {included.length > 0 && <p className="names">{words.withRoles(included.map(({ name }) => name))}</p>}
      {!isPermission && !gains.everything && <Gained names={gains.permissions.map(({ name }) => name)} />}
    </>
  );
}

const SHOWN = 12;

function Gained({ names }: { names: readonly string[] }): ReactNode {
  const [all, setAll] = useState(false);
  const shown = all ? names : names.slice(0, SHOWN);
  return (
    <div className="identifiers request-permissions">
      {shown.map((name) => (
        <code key={name}>{name}</code>
      ))}
      {shown.length < names.length && (
        <button type="button" className="link small" onClick={() => setAll(true)}>
          {words.more(names.length - shown.length)}
        </button>
      )}
    </div>
  );
}
