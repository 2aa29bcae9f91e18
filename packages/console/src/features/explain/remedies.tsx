import type { Decision } from '@licet/contract';
import type { ReactNode } from 'react';
import type { Tense } from '../../blocks/tense.ts';
import { useMay, usePermission } from '../../session/may.ts';
import { useMe } from '../../session/me.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { Path, type PathStep } from '../../ui/path.tsx';
import { Section } from '../../ui/section.tsx';
import { words } from './words.ts';
import './explain.css';

type Remedy = Decision['remedies'][number];

/** The changes that would grant a refused permission, smallest first, each with the access that it would also grant. */
export function Remedies({ decision, tense }: { decision: Decision; tense: Tense }): ReactNode {
  const { remedies, reason, user } = decision;
  const mayOpen = usePermission('users.read');
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
  if (remedies.length === 0) return null;
  return (
    <Section title={words.remedies} n={words.leastFirst}>
      <div className="lines">
        {remedies.map((remedy) => (
          <div key={`${remedy.kind} ${remedy.id}`} className="remedy">
            <div className="grow">
              <b>{titleOf(remedy, user.name)}</b>
              <Path steps={stepsOf(remedy, decision)} />
              <Also remedy={remedy} />
            </div>
            <Act remedy={remedy} decision={decision} />
          </div>
        ))}
      </div>
      <p className="text-muted small explain-note">{words.askOwners}</p>
    </Section>
  );
}

/**
 * Links to the place that applies a remedy: a prefilled grant, or the group's page. If the viewer may not grant and the
 * remedy is for themselves, links to a prefilled request.
 */
function Act({ remedy, decision }: { remedy: Remedy; decision: Decision }): ReactNode {
  const { mayIn, may, isAdmin, owns } = useMay();
  const me = useMe()?.user.id;
  const { application, user } = decision;
  if (remedy.kind === 'group') {
    if (!may('groups.manage')) return null;
    return (
      <ButtonLink to="/groups/$group" params={{ group: remedy.id }} aria-label={words.openGroup(remedy.name)}>
        {words.add}
      </ButtonLink>
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
