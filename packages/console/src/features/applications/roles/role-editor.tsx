import { type Application, type PermissionsUse, type Plan, type Role, roleChange, searchFilter } from '@licet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useAddress } from '../../../blocks/address.ts';
import { DraftButton } from '../../../blocks/draft/draft-button.tsx';
import { EditConflict } from '../../../blocks/edit-form.tsx';
import { PlanEffects } from '../../../blocks/plan-effects/plan-effects.tsx';
import { linesOf, sentenceOf, sumsOf } from '../../../blocks/plan-effects/plan-line.tsx';
import { type AskedPlan, unplanned, usePlan } from '../../../blocks/plan-effects/use-plan.ts';
import { words as effectWords } from '../../../blocks/plan-effects/words.ts';
import { useTyped } from '../../../blocks/typed-search.ts';
import { useEdit } from '../../../blocks/use-edit.ts';
import { countText } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/choices.tsx';
import type { FormSchema } from '../../../ui/form.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useRights } from '../application-tab.ts';
import { roleMatrixQuery, roleQuery } from '../queries.ts';
import { type Catalogue, includedIn, ownIn } from './catalogue.ts';
import { PastePermissions } from './paste-permissions.tsx';
import { OPEN_UP_TO } from './permission-checklist.tsx';
import { PermissionTree, type UseByPermission } from './permission-tree.tsx';
import type { OwnedRole } from './role-fields.tsx';
import { roleRoute } from './role-route.ts';
import { treeOf } from './tree.ts';
import { barWords, formWords, pageWords as words } from './words.ts';

interface RoleEditorProps {
  application: Application;
  role: Role;
  catalogue: Catalogue;
  use: PermissionsUse | undefined;
  /** The content beside the tree. */
  children: ReactNode;
}

interface Values {
  permissions: ReadonlyMap<string, string>;
}
interface Body {
  permissions: string[];
}
const schema: FormSchema<Body> = roleChange.pick({ permissions: true }).required();
const labels = { permissions: words.permission };
const nobody: ReadonlyMap<string, string> = new Map();

/** The permissions of a role as a tree, and a bar that applies the changes after showing their effects. */
export function RoleEditor({ application, role, catalogue, use, children }: RoleEditorProps): ReactNode {
  const params = { application: application.id, role: role.id };
  const queries = useQueryClient();
  const [address, change] = useAddress(roleRoute);
  const rights = useRights(application);
  const mayChange = rights.roles && !role.builtIn;
  const owned = useMemo(() => ownedIn(catalogue, role), [catalogue, role]);
  const edit = useEdit<OwnedRole, Values, Body>({
    name: 'role-permissions',
    of: owned,
    schema,
    valuesOf: ({ own }) => ({ permissions: own }),
    entry: ({ permissions }) => ({ permissions: [...permissions.keys()].sort() }),
    save: async (body, ifMatch) => {
      const saved = await client.roles.update({ params, body, ifMatch });
      const names = new Map(catalogue.permissions.map(({ id, name }) => [id, name]));
      return { ...saved, own: new Map(body.permissions?.map((id) => [id, names.get(id) ?? ''])) };
    },
    load: async () => {
      const [matrix, found] = await Promise.all([
        queries.fetchQuery({ ...roleMatrixQuery(application.id), staleTime: 0 }),
        queries.fetchQuery({ ...roleQuery(application.id, role.id), staleTime: 0 }),
      ]);
      return ownedIn({ matrix }, found);
    },
    saved: ({ name }) => formWords.saved(name),
  });
  const { form } = edit;
  const own = form.values.permissions;
  const included = useMemo(() => includedIn(catalogue.matrix, role.includes), [catalogue, role.includes]);
  const contents = useMemo(() => ({ own, included }), [own, included]);
  const saved = edit.base.permissions;
  const setOwn = (next: ReadonlyMap<string, string>) => {
    const isSaved = next.size === saved.size && [...next.keys()].every((id) => saved.has(id));
    // Without a change the bar closes, as after Discard.
    if (isSaved) edit.discard();
    else form.set('permissions', next);
  };

  const [typed, setTyped] = useTyped(address.q ?? '', (q) => change({ q: q.trim() || undefined }, true));
  const q = useDeferredValue(address.q?.trim() ?? '');
  const byPermission = useMemo(
    (): UseByPermission | undefined =>
      use?.seen ? { holders: use.holders, used: new Map(use.items.map((it) => [it.permission, it.used])) } : undefined,
    [use],
  );
  const show = address.show === 'unused' && !byPermission ? undefined : address.show;
  // The rows depend on the ticks only while a filter by the contents of the role is on.
  const ticked = show === undefined ? undefined : contents;
  const tree = useMemo(() => {
    if (q === '' && !ticked) return catalogue.tree;
    const fits = searchFilter(q);
    const isShown = (id: string) =>
      !ticked ||
      ((ticked.own.has(id) || ticked.included.has(id) || saved.has(id)) &&
        (show !== 'unused' || !byPermission?.used.has(id)));
    return treeOf(catalogue.permissions.filter(({ id, name, title }) => isShown(id) && fits(name, title)));
  }, [catalogue, q, ticked, show, saved, byPermission]);
  const inRole = useMemo(() => {
    const all = catalogue.permissions.filter(({ id }) => own.has(id) || included.has(id));
    return { all: all.length, unused: all.filter(({ id }) => !byPermission?.used.has(id)).length };
  }, [catalogue, own, included, byPermission]);
  const isFiltered = q !== '' || show !== undefined;

  return (
    <>
      <div className="body">
        <div className="padded role-columns">
          <div className="role-main">
            <div className="role-tools">
              <SearchField label={words.search(catalogue.permissions.length)} value={typed} onChange={setTyped} />
              <SegmentedControl
                label={words.which}
                choices={[
                  { value: 'all', label: words.all, count: countText(catalogue.permissions.length) },
                  { value: 'in', label: words.inRole, count: countText(inRole.all) },
                  ...(byPermission && byPermission.holders > 0
                    ? [{ value: 'unused' as const, label: words.unused, count: countText(inRole.unused) }]
                    : []),
                ]}
                value={show ?? 'all'}
                onChange={(next) => change({ show: next === 'all' ? undefined : next }, true)}
              />
              {mayChange && <PastePermissions permissions={catalogue.permissions} contents={contents} onAdd={setOwn} />}
            </div>
            {edit.theirs && (
              <EditConflict
                edit={edit}
                of={formWords.theRole(role.name)}
                labels={labels}
                inWords={{ permissions: (permissions) => formWords.ownPermissions(permissions.size) }}
              />
            )}
            <FormErrors form={form} labels={labels} />
            {byPermission && tree.leaves.length > 0 && (
              <div className="role-tree-head hide-on-phone" aria-hidden="true">
                <span>{words.permission}</span>
                <span>{words.usedBy(byPermission.holders)}</span>
                <span>{words.from}</span>
              </div>
            )}
            {tree.leaves.length > 0 ? (
              <PermissionTree
                key={isFiltered ? 'found' : 'all'}
                tree={tree}
                contents={contents}
                saved={saved}
                onChange={mayChange ? setOwn : undefined}
                use={byPermission}
                open={isFiltered || tree.leaves.length <= OPEN_UP_TO}
              />
            ) : (
              <p className="text-faint">{catalogue.permissions.length === 0 ? words.empty : words.noneFits}</p>
            )}
          </div>
          <aside className="role-side">{children}</aside>
        </div>
      </div>
      {form.changed && mayChange && (
        <ChangeBar
          own={own}
          saved={saved}
          pending={form.pending}
          params={params}
          body={edit.changes}
          name={role.name}
          onApply={() => form.onSubmit()}
          onDiscard={edit.discard}
        />
      )}
    </>
  );
}

interface ChangeBarProps {
  own: ReadonlyMap<string, string>;
  saved: ReadonlyMap<string, string>;
  pending: boolean;
  params: { application: string; role: string };
  body: Partial<Body>;
  name: string;
  onApply: () => void;
  onDiscard: () => void;
}

/** The bar at the foot: the effect of the changes in one sentence, all effects on demand, and the buttons. */
function ChangeBar({ own, saved, pending, params, body, name, onApply, onDiscard }: ChangeBarProps): ReactNode {
  const [shown, setShown] = useState(false);
  const added = [...own.keys()].filter((id) => !saved.has(id)).length;
  const removed = [...saved.keys()].filter((id) => !own.has(id)).length;
  const changes = added + removed > 0 ? [{ call: 'roles.update' as const, params, body }] : unplanned;
  const asked = usePlan(changes, { held: pending });
  const reached = asked.plan && reachedBy(asked.plan);
  return (
    <section className="change-bar" aria-label={barWords.region}>
      {shown && (
        <div className="change-bar-effects">
          <PlanEffects asked={asked} />
        </div>
      )}
      <div className="change-bar-line">
        <p aria-live="polite">
          <b>{barWords.sums(added, removed)}</b> <span className="text-muted">{effectText(asked)}</span>
        </p>
        <button type="button" className="link small" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? barWords.hide : barWords.effects}
        </button>
        <span className="change-bar-buttons">
          <Button kind="quiet" onClick={onDiscard}>
            {barWords.discard}
          </Button>
          <DraftButton title={formWords.editTitle(name)} changes={changes} onAdded={onDiscard} />
          <Button kind="primary" pending={pending} onClick={onApply}>
            {reached ? barWords.applyTo(reached) : barWords.apply}
          </Button>
        </span>
      </div>
    </section>
  );
}

/** The effect of the changes: the only line of the plan, or how many users gain and lose. */
export function effectText({ plan, problem }: Pick<AskedPlan, 'plan' | 'problem'>): ReactNode {
  if (problem) return problem.title;
  if (!plan) return barWords.asking;
  const refused = plan.steps.find((step) => step.refused)?.refused;
  if (refused) return refused.title;
  const lines = linesOf(plan);
  if (lines.length === 0) return effectWords.nothing;
  const [only] = lines;
  if (lines.length === 1 && only) return sentenceOf(only, plan);
  const now = atOnce(plan);
  const sums = now.length === 0 ? { gain: 0, lose: 0 } : sumsOf({ effects: now });
  const text = sums && effectWords.sums(sums.gain, sums.lose);
  // Access that is kept later is no change.
  const changesLater = lines.some(({ side, effect }) => side !== 'keeps' && effect.at !== plan.at);
  return text && changesLater ? effectWords.sumsAtOnce(text) : text;
}

/** The effects that begin with the change. A user is in only one of them. */
const atOnce = ({ at, effects }: Plan) => effects.filter((effect) => effect.at === at);

/**
 * The number of users whose access changes immediately; undefined if programs are among them, or if not all are
 * counted.
 */
function reachedBy(plan: Plan): number | undefined {
  const effects = atOnce(plan);
  if (sumsOf({ effects }) === undefined) return undefined;
  const changing = effects.filter(({ gains, loses }) =>
    [gains, loses].some(({ roles, permissions }) => roles.length + permissions.length > 0),
  );
  if (changing.some(({ holders }) => holders.some(({ kind }) => kind !== 'user'))) return undefined;
  return changing.reduce((sum, { count }) => sum + count, 0);
}

/** A role with its own permissions. Its version is that of the matrix, from which they come. */
function ownedIn({ matrix }: Pick<Catalogue, 'matrix'>, role: Role): OwnedRole {
  const version = matrix.roles.find(({ id }) => id === role.id)?.version ?? role.version;
  return { ...role, version, own: ownIn(matrix, role.id) ?? nobody };
}
