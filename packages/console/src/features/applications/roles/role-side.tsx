import { type Application, limits, type PermissionsUse, type Role, type RoleMatrix } from '@licet/contract';
import { type ReactNode, useMemo } from 'react';
import { useAddress } from '../../../blocks/address.ts';
import { otherRolesOf } from '../../../blocks/find.ts';
import { PickPopover } from '../../../blocks/pick-popover.tsx';
import { Button } from '../../../ui/button.tsx';
import { PlainLink, TextLink } from '../../../ui/links.tsx';
import { UseBar } from '../../../ui/meter.tsx';
import { Section } from '../../../ui/section.tsx';
import { nearestTo, type Shared } from './overlap.ts';
import { RoleHolders } from './role-panel.tsx';
import { roleRoute } from './role-route.ts';
import { compareWords, pageWords as words } from './words.ts';

const DAYS = limits.usageWindow.value;
const OVERLAPS = 3;

interface RoleSideProps {
  application: Application;
  role: Role;
  matrix: RoleMatrix;
  /** Undefined while it loads, and for viewers who may not read it. */
  use: PermissionsUse | undefined;
}

/** Beside the permissions of a role: its use, its holders, and the roles that share the most with it. */
export function RoleSide({ application, role, matrix, use }: RoleSideProps): ReactNode {
  return (
    <>
      {use && (
        <Section title={words.use} n={words.days(DAYS)}>
          <RoleUseBar application={application.name} role={role.name} use={use} />
        </Section>
      )}
      <RoleHolders application={application} role={role} />
      {!role.builtIn && <Overlaps application={application.id} role={role} matrix={matrix} />}
    </>
  );
}

/** How many of a role's holders used it, as a sentence and a bar. */
export function RoleUseBar({
  application,
  role,
  use: { seen, holders, used },
}: {
  application: string;
  role: string;
  use: Pick<PermissionsUse, 'seen' | 'holders' | 'used'>;
}): ReactNode {
  if (!seen) return <p className="text-faint">{words.notMeasured(application, DAYS)}</p>;
  if (holders === 0) return <p className="text-faint">{words.nobody}</p>;
  const text = words.usedOf(used, holders, role, DAYS);
  return (
    <div className="role-use-of">
      <p>{text}</p>
      <UseBar label={text} used={used} holders={holders} />
    </div>
  );
}

function Overlaps({ application, role, matrix }: { application: string; role: Role; matrix: RoleMatrix }): ReactNode {
  const nearest = nearestTo(matrix, role.id, OVERLAPS);
  return (
    <Section
      title={words.overlap}
      end={
        <span className="only-on-phone">
          <CompareWith application={application} role={role} />
        </span>
      }
    >
      {nearest.length === 0 ? (
        <p className="text-faint">{words.noOverlap}</p>
      ) : (
        <>
          <ul className="role-overlaps">
            {nearest.map((shared) => (
              <li key={shared.with.id}>
                <div className="role-overlap-head">
                  <PlainLink
                    className="ellipsis"
                    title={shared.with.name}
                    to="/applications/$application/roles/$role"
                    params={{ application, role: shared.with.id }}
                    activeProps={{}}
                  >
                    <bdi>{shared.with.name}</bdi>
                  </PlainLink>
                  <TextLink
                    className="small"
                    to="/applications/$application/roles/$role"
                    params={{ application, role: role.id }}
                    search={{ compare: shared.with.id }}
                    activeProps={{}}
                    aria-label={words.compareWith(shared.with.name)}
                  >
                    {words.compareLink}
                  </TextLink>
                </div>
                <OverlapBar shared={shared} />
                <p className="text-muted small">{overlapText(role, shared)}</p>
              </li>
            ))}
          </ul>
          <OverlapLegend one={words.only(role.name)} other={words.other} />
        </>
      )}
    </Section>
  );
}

function overlapText(role: Role, { with: other, both, onlyThis, onlyOther }: Shared): string {
  const parts = [words.inBoth(both)];
  if (role.includes.some(({ id }) => id === other.id)) parts.push(words.includedIn(role.name));
  else if (onlyThis > 0) parts.push(words.onlyIn(onlyThis, role.name));
  if (onlyOther > 0) parts.push(words.onlyIn(onlyOther, other.name));
  return parts.join(', ');
}

/** The permissions of two roles in one bar: only in the first one, in both, only in the other one. */
export function OverlapBar({ shared: { onlyThis, both, onlyOther } }: { shared: Omit<Shared, 'with'> }): ReactNode {
  return (
    <div className="overlap-bar" aria-hidden="true">
      {onlyThis > 0 && <i className="only-this" style={{ flexGrow: onlyThis }} />}
      {both > 0 && <i className="in-both" style={{ flexGrow: both }} />}
      {onlyOther > 0 && <i className="only-other" style={{ flexGrow: onlyOther }} />}
    </div>
  );
}

export function OverlapLegend({ one, other }: { one: string; other: string }): ReactNode {
  return (
    <ul className="overlap-legend small text-muted" aria-hidden="true">
      <li className="only-this">{one}</li>
      <li className="in-both">{words.both}</li>
      <li className="only-other">{other}</li>
    </ul>
  );
}

/** Chooses the role that a role is compared with. */
export function CompareWith({ application, role }: { application: string; role: Role }): ReactNode {
  const [, change] = useAddress(roleRoute);
  const load = useMemo(() => otherRolesOf(application, role.id), [application, role.id]);
  if (role.builtIn) return null;
  return (
    <PickPopover
      trigger={<Button>{words.compare}</Button>}
      label={compareWords.choose}
      load={load}
      onPick={({ id }) => change({ compare: id })}
      none={compareWords.none}
      placement="bottom end"
    />
  );
}
