import { type Application, limits, type Ref, type Role, type RoleMatrix } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useAddress } from '../../../blocks/address.ts';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { both, countIn, placesIn, readSet, without } from '../../../blocks/permission-set.ts';
import type { PlannedChanges } from '../../../blocks/plan-effects/use-plan.ts';
import { say } from '../../../blocks/say.tsx';
import { undoSet } from '../../../blocks/undo.ts';
import { countText } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { PageBody } from '../../../shell/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatList } from '../../../ui/format.ts';
import { IdCardIcon, XIcon } from '../../../ui/icons.tsx';
import { ButtonLink, PlainLink } from '../../../ui/links.tsx';
import { Section } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Permission } from '../../../ui/who.tsx';
import { useRights } from '../application-tab.ts';
import { firstRolesQuery, roleUseQuery } from '../queries.ts';
import { type Catalogue, includedIn } from './catalogue.ts';
import { grantsToMerge, mergeChanges } from './merge.ts';
import { roleRoute } from './role-route.ts';
import { OverlapBar, OverlapLegend, RoleUseBar } from './role-side.tsx';
import type { Listed } from './tree.ts';
import { mergeWords, pageWords, roleWords, compareWords as words } from './words.ts';

interface RoleComparisonProps {
  application: Application;
  role: Role;
  otherId: string;
  catalogue: Catalogue;
}

/**
 * Two roles side by side: the permissions that only one or both have, their holders, and a button that replaces one
 * with the other.
 */
export function RoleComparison({ application, role, otherId, catalogue }: RoleComparisonProps): ReactNode {
  const [, change] = useAddress(roleRoute);
  const { matrix, permissions } = catalogue;
  const size = permissions.length;
  const rows = [role.id, otherId].map((id) => matrix.roles.find((it) => it.id === id));
  const [own, other] = rows;
  const close = (
    <Button icon={XIcon} onClick={() => change({ compare: undefined })}>
      {words.close}
    </Button>
  );
  if (!own || !other)
    return (
      <PageBody>
        <EmptyState icon={IdCardIcon} title={words.missing} action={close} />
      </PageBody>
    );
  const [a, b] = [readSet(own.brings, size), readSet(other.brings, size)];
  const parts = { onlyThis: without(a, b), both: both(a, b), onlyOther: without(b, a) };
  const shared = { onlyThis: countIn(parts.onlyThis), both: countIn(parts.both), onlyOther: countIn(parts.onlyOther) };
  const listed = (set: typeof a) => placesIn(set).flatMap((place) => permissions[place] ?? []);
  const groups = [
    { id: 'this', title: say(words.onlyIn, { role: <bdi>{own.name}</bdi> }), items: listed(parts.onlyThis), of: [own] },
    {
      id: 'other',
      title: say(words.onlyIn, { role: <bdi>{other.name}</bdi> }),
      items: listed(parts.onlyOther),
      of: [other],
    },
    { id: 'both', title: words.both, items: listed(parts.both), of: [own, other] },
  ];
  return (
    <PageBody>
      <div className="compare-head">
        <div className="compare-overlap">
          <OverlapBar shared={shared} />
          <OverlapLegend one={pageWords.only(own.name)} other={pageWords.only(other.name)} />
        </div>
        {close}
      </div>
      {shared.onlyThis + shared.onlyOther === 0 && <p className="compare-same">{words.same}</p>}
      <div className="compare-roles">
        <Side application={application} role={own} other={other} gain={shared.onlyOther} lose={shared.onlyThis} />
        <Side application={application} role={other} other={own} gain={shared.onlyThis} lose={shared.onlyOther} />
      </div>
      <div className="compare-groups">
        {groups.map(({ id, title, items, of }) => (
          <Section key={id} title={title} n={countText(items.length)}>
            <Items application={application.id} items={items} of={of} matrix={matrix} />
          </Section>
        ))}
      </div>
    </PageBody>
  );
}

interface SideProps {
  application: Application;
  role: Ref;
  other: Ref;
  /** The numbers of permissions that only the other role has, and that only this one has. */
  gain: number;
  lose: number;
}

/** One of the two roles: its holders, their use, and the consequences of replacing it with the other one. */
function Side({ application, role, other, gain, lose }: SideProps): ReactNode {
  const rights = useRights(application);
  const [merging, setMerging] = useState(false);
  const listed = useQuery({
    ...firstRolesQuery(application.id),
    enabled: application.roles <= limits.pageMax.value,
  }).data;
  const found = listed?.items.find(({ id }) => id === role.id);
  const use = useQuery({ ...roleUseQuery(application.id, [role.id, other.id].sort()), enabled: rights.use }).data;
  const used = use?.items.find((it) => it.role === role.id);
  const mayMerge = rights.roles && rights.grant && !application.builtIn;
  const grants = useQuery({
    queryKey: ['applications', application.id, 'grants', 'merge', role.id, other.id],
    queryFn: ({ signal }) =>
      grantsToMerge(application.id, role.id, other.id, signal).then(
        (read) => read ?? { replaced: null, standing: null },
      ),
    enabled: mayMerge && listed !== undefined,
  }).data;
  const changes = useMemo(
    () =>
      listed && grants?.replaced
        ? mergeChanges(application.id, { role: role.id, other: other.id }, { ...grants, roles: listed.items })
        : undefined,
    [application.id, role.id, other.id, listed, grants],
  );
  const names = { role: <bdi>{role.name}</bdi>, other: <bdi>{other.name}</bdi> };
  return (
    <section className="compare-role" aria-label={role.name}>
      <div className="role-overlap-head">
        <h2 className="ellipsis" title={role.name}>
          <PlainLink
            to="/applications/$application/roles/$role"
            params={{ application: application.id, role: role.id }}
            search={{}}
            activeProps={{}}
          >
            <bdi>{role.name}</bdi>
          </PlainLink>
        </h2>
        <span className="text-muted">{found && roleWords.heldBy(found)}</span>
      </div>
      {use && (!use.seen || used) && (
        <RoleUseBar
          application={application.name}
          role={role.name}
          use={{ seen: use.seen, holders: used?.holders ?? 0, used: used?.used ?? 0 }}
        />
      )}
      <p className="text-muted">{say(words.instead, { ...names, change: words.change(gain, lose) })}</p>
      {mayMerge &&
        (changes ? (
          <p>
            <Button onClick={() => setMerging(true)}>{words.merge(role.name, other.name)}</Button>
          </p>
        ) : (
          grants?.replaced === null && (
            <p>
              <ButtonLink
                to="/applications/$application/fewest-roles"
                params={{ application: application.id }}
                activeProps={{}}
              >
                {words.fewest}
              </ButtonLink>
            </p>
          )
        ))}
      {merging && changes && (
        <Merge
          application={application.id}
          role={role}
          other={other}
          changes={changes}
          onClose={() => setMerging(false)}
        />
      )}
    </section>
  );
}

/** Replaces a role with the other one, after showing the effects. */
function Merge({
  application,
  role,
  other,
  changes,
  onClose,
}: {
  application: string;
  role: Ref;
  other: Ref;
  changes: PlannedChanges;
  onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={mergeWords.title(role.name, other.name)}
      action={mergeWords.action}
      changes={changes}
      waits={mergeWords.waits}
      called={(place) => (changes[place]?.call === 'grants.create' ? other.name : role.name)}
      done={mergeWords.done(role.name, other.name)}
      onClose={onClose}
      run={async (plan) => {
        if (!plan) return false;
        const applied = await client.plans.apply({
          body: { changes, digest: plan.digest, reason: mergeWords.reason(role.name, other.name) },
        });
        void navigate({
          to: '/applications/$application/roles/$role',
          params: { application, role: other.id },
          search: {},
        });
        return applied;
      }}
      undo={({ last }) => ({ run: () => undoSet(last), done: mergeWords.undone(role.name) })}
    >
      <p>{mergeWords.text(role.name, other.name)}</p>
    </ConfirmDialog>
  );
}

const AT_ONCE = 100;

interface ItemsProps {
  application: string;
  items: readonly Listed[];
  of: readonly Ref[];
  matrix: RoleMatrix;
}

/** Permissions, each with the included roles that contain it. */
function Items({ application, items, of, matrix }: ItemsProps): ReactNode {
  const [most, setMost] = useState(AT_ONCE);
  const roles = useQuery(firstRolesQuery(application)).data;
  const via = useMemo(
    () => of.map(({ id }) => includedIn(matrix, roles?.items.find((role) => role.id === id)?.includes ?? [])),
    [of, matrix, roles],
  );
  if (items.length === 0) return <p className="text-faint">{words.none}</p>;
  return (
    <>
      <ul className="bring">
        {items.slice(0, most).map(({ id, name, title }) => {
          const through = [...new Set(via.flatMap((map) => map.get(id)?.map((role) => role.name) ?? []))];
          return (
            <li key={id}>
              <Permission>{name}</Permission>
              {title !== '' && <bdi className="text-faint small">{title}</bdi>}
              {through.length > 0 && (
                <span className="text-faint small push-end">{words.through(formatList(through))}</span>
              )}
            </li>
          );
        })}
      </ul>
      {items.length > most && (
        <p className="compare-more">
          <Button small kind="quiet" onClick={() => setMost(most + AT_ONCE)}>
            {words.more}
          </Button>
          <span className="text-faint small">{words.shown(countText(most), countText(items.length))}</span>
        </p>
      )}
    </>
  );
}
