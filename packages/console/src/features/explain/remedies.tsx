import type { Decision } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { useWaitingRequest } from '../../blocks/decision/waiting-request.ts';
import { lengthText } from '../../blocks/durations.ts';
import { say } from '../../blocks/say.tsx';
import type { Tense } from '../../blocks/tense.ts';
import { useMay, usePermission } from '../../session/may.ts';
import { useMe } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { InboxIcon } from '../../ui/icon.tsx';
import { lateComponent } from '../../ui/late-part.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { Path, type PathStep } from '../../ui/path.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from './words.ts';
import './explain.css';

type Remedy = Decision['remedies'][number];

const JoinGroupDialog = lateComponent(() =>
  import('../../blocks/membership/membership-dialogs.tsx').then((module) => module.JoinGroupDialog),
);

/** The changes that would grant a refused permission, smallest first, each with the access that it would also grant. */
export function Remedies({ decision, tense }: { decision: Decision; tense: Tense }): ReactNode {
  const { remedies, reason, user } = decision;
  const mayOpen = usePermission('users.read');
  const waiting = useWaitingRequest(decision);
  if (tense !== 'now') return null;
  if (reason === 'suspended') {
    return (
      <Section title={words.remedies}>
        <div className="lines">
          <div>
            <span className="grow">{words.readmit}</span>
            {mayOpen && (
              <ButtonLink to="/users/$user" params={{ user: user.id }}>
                {words.openPerson}
              </ButtonLink>
            )}
          </div>
        </div>
      </Section>
    );
  }
  // The waiting request comes first. The ways below it appear with it, so that they do not move when it arrives.
  if (waiting === undefined) return <SkeletonLines lines={3} />;
  if (remedies.length === 0) return <Waiting decision={decision} />;
  return (
    <>
      <Waiting decision={decision} />
      <Section title={words.remedies} n={words.leastFirst}>
        <div className="lines">
          {remedies.map((remedy, place) => (
            <div key={`${remedy.kind} ${remedy.id}`} className="remedy">
              <div className="grow">
                <b>{titleOf(remedy, user.name)}</b>
                <Path steps={stepsOf(remedy, decision)} />
                <Also remedy={remedy} />
              </div>
              <Act remedy={remedy} decision={decision} isFirst={place === 0 && waiting === null} />
            </div>
          ))}
        </div>
        <p className="text-muted small explain-note">{words.askOwners}</p>
      </Section>
    </>
  );
}

/**
 * The waiting request, with the button that decides it. It comes before other ways: a grant beside it would leave it
 * open, and lose its reason.
 */
function Waiting({ decision }: { decision: Decision }): ReactNode {
  const request = useWaitingRequest(decision);
  if (!request) return null;
  const { user } = decision;
  const { id, askedAt, seconds, reason } = request;
  return (
    <Section title={words.waiting}>
      <div className="lines">
        <div className="remedy">
          <InboxIcon />
          <div className="grow">
            <b>{say(words.waits, { who: user.name, at: <Time at={askedAt} />, length: lengthText(seconds) })}</b>
            {reason !== '' && <p className="text-muted">{reason}</p>}
          </div>
          <ButtonLink kind="primary" to="/inbox" search={{ view: 'waiting', request: id }}>
            {words.decideIt}
          </ButtonLink>
        </div>
      </div>
    </Section>
  );
}

/**
 * Opens the form that applies a remedy: a prefilled grant, or adding the user to the group. If the viewer may not grant and the
 * remedy is for themselves, links to a prefilled request.
 */
function Act({
  remedy,
  decision,
  isFirst,
}: {
  remedy: Remedy;
  decision: Decision;
  /** Whether this is the best way, so that its button is the primary one. */
  isFirst: boolean;
}): ReactNode {
  const { mayIn, may, isAdmin, owns } = useMay();
  const me = useMe()?.user.id;
  const { application, user } = decision;
  const [adding, setAdding] = useState(false);
  const kind = isFirst ? 'primary' : undefined;
  if (remedy.kind === 'group') {
    if (!may('groups.manage')) return null;
    return (
      <>
        <Button kind={kind} aria-label={words.addTo(remedy.name)} onClick={() => setAdding(true)}>
          {words.add}
        </Button>
        {adding && <JoinGroupDialog user={user} group={remedy} onClose={() => setAdding(false)} />}
      </>
    );
  }
  const role = remedy.kind === 'role';
  if (!(application.id === 'licet' ? isAdmin || owns(application.id) : mayIn('grants.manage', application.id))) {
    if (me !== user.id) return null;
    const asked = role ? { role: remedy.name } : { permission: decision.permission.name };
    return (
      <ButtonLink to="/inbox" search={{ view: 'mine', add: '1', application: application.id, ...asked }}>
        {words.askForIt}
      </ButtonLink>
    );
  }
  return (
    <ButtonLink
      kind={kind}
      to="/applications/$application"
      params={{ application: application.id }}
      search={{
        tab: 'grants',
        add: '1',
        to: user.id,
        ...(role ? { role: remedy.id } : { permission: remedy.id }),
      }}
      aria-label={role ? words.grantRole(remedy.name) : words.grantAlone}
    >
      {words.grant}
    </ButtonLink>
  );
}

function Also({ remedy: { also, alsoNames } }: { remedy: Remedy }): ReactNode {
  if (also === 0) return <p className="text-muted small">{words.nothingElse}</p>;
  return (
    <p className="text-muted small">
      {words.alsoBrings(also)}
      {alsoNames.length > 0 && ': '}
      {alsoNames.map((name, place) => (
        <span key={name}>
          {place > 0 && ', '}
          <code>{name}</code>
        </span>
      ))}
      {alsoNames.length > 0 && also > alsoNames.length && ` ${words.andMore(also - alsoNames.length)}`}
    </p>
  );
}

function titleOf({ kind, name }: Remedy, who: string): string {
  if (kind === 'permission') return words.permissionAlone;
  return kind === 'role' ? words.theRole(name) : words.membership(who, name);
}

function stepsOf({ kind, name, roles }: Remedy, { user, permission }: Decision): PathStep[] {
  const person: PathStep = { kind: 'person', label: user.name, bare: true };
  const last: PathStep = { kind: 'permission', label: permission.name };
  const asSteps = (among: Remedy['roles']): PathStep[] => among.map((role) => ({ kind: 'role', label: role.name }));
  if (kind === 'permission') return [person, { kind: 'alone', missing: true }, last];
  if (kind === 'role') return [person, { kind: 'role', label: name, missing: true }, ...asSteps(roles.slice(1)), last];
  const within: PathStep[] = roles.length === 0 ? [{ kind: 'alone' }] : asSteps(roles);
  return [person, { kind: 'group', label: name, missing: true }, ...within, last];
}
