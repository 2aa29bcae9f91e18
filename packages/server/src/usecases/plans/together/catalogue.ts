import { adminRole } from '@licet/contract';
import { insertEntities, insertFacts, type Many } from '../../../store/kernel/many.ts';
import { namesInOrder } from '../../../store/roles/roles.ts';
import { listed } from '../../long-lists.ts';
import { requireMayGrant } from '../../may-give.ts';
import { requireApplication, requireOwn } from '../../require.ts';
import { missing, type Together } from './together.ts';

export const createPermissions: Together<'permissions.create'> = async ({ many, steps }) => {
  const applications = await applicationsIn(many, steps);
  for (const application of applications.values()) requireOwn(application);
  const made = steps.map(({ id, params, body: { name, title = '' } }) => ({
    id,
    name,
    title,
    application: applications.get(params.application) ?? missing(),
  }));
  await insertEntities(
    many,
    'permissions',
    made.map(({ id, name, title, application }, place) => ({
      place,
      fields: { id, app_id: application.factId, name, title },
    })),
  );
  return made.map(({ id, name, title, application }) => ({
    action: 'permission.created',
    application: application.id,
    target: { kind: 'permission', id, name },
    after: { name, title },
  }));
};

/** A role may include a role that an earlier change of the same run creates. */
export const createRoles: Together<'roles.create'> = async ({ many, steps, access }) => {
  const applications = await applicationsIn(many, steps);
  for (const [key, application] of applications) if (application.builtIn) requireMayGrant(access, key);
  const made = steps.map(({ id, params, body: { name, title = '', permissions, includes } }) => ({
    id,
    name,
    title,
    permissions: idsOf(permissions),
    includes: idsOf(includes),
    application: applications.get(params.application) ?? missing(),
  }));
  if (made.some(({ name }) => name === adminRole)) missing();
  await insertEntities(
    many,
    'roles',
    made.map(({ id, name, title, application }, place) => ({
      place,
      fields: { id, app_id: application.factId, name, title },
    })),
  );
  const permissions = await Listed.of(many, 'permissions', made);
  const includes = await Listed.of(many, 'includes', made);
  const places = new Map(made.map(({ id }, place) => [id, place]));
  for (const [place, role] of made.entries())
    for (const included of role.includes) if ((places.get(included) ?? -1) >= place) missing();
  await insertFacts(
    many,
    'role_permissions',
    made.flatMap(({ id, permissions: held }, place) =>
      held.map((permission) => ({ place, fields: { role_id: id, permission_id: permission } })),
    ),
  );
  await insertFacts(
    many,
    'inclusions',
    made.flatMap(({ id, includes: included }, place) =>
      included.map((role) => ({ place, fields: { role_id: id, included_id: role } })),
    ),
  );
  return made.map((role) => ({
    action: 'role.created',
    application: role.application.id,
    target: { kind: 'role', id: role.id, name: role.name },
    after: {
      name: role.name,
      title: role.title,
      permissions: listed(permissions.namesOf(role)),
      includes: listed(includes.namesOf(role)),
    },
  }));
};

interface MadeRole {
  readonly id: string;
  readonly permissions: readonly string[];
  readonly includes: readonly string[];
  readonly application: { readonly factId: string };
}

/** The requested content of roles, by name. */
class Listed {
  readonly #field: 'permissions' | 'includes';
  readonly #known = new Map<string, { readonly name: string; readonly place: number }>();

  private constructor(field: 'permissions' | 'includes') {
    this.#field = field;
  }

  static async of(many: Many, field: 'permissions' | 'includes', roles: readonly MadeRole[]): Promise<Listed> {
    const listed = new Listed(field);
    const asked = Map.groupBy(roles, ({ application }) => application.factId);
    for (const [appId, here] of asked) {
      const ids = [...new Set(here.flatMap((role) => role[field]))];
      const names = await namesInOrder(many, field === 'permissions' ? 'permissions' : 'roles', appId, ids);
      for (const [id, name] of names) listed.#known.set(`${appId} ${id}`, { name, place: listed.#known.size });
    }
    return listed;
  }

  /** In list order. */
  namesOf(role: MadeRole): string[] {
    return role[this.#field]
      .map((id) => this.#known.get(`${role.application.factId} ${id}`) ?? missing())
      .sort((a, b) => a.place - b.place)
      .map(({ name }) => name);
  }
}

const idsOf = (ids: readonly string[] = []) => [...new Set(ids.map((id) => id.toLowerCase()))];

/** The applications that the changes are about, by their identifiers. */
export async function applicationsIn(
  many: Many,
  steps: readonly { readonly params: { readonly application: string } }[],
) {
  const found = new Map<string, Awaited<ReturnType<typeof requireApplication>>>();
  for (const key of new Set(steps.map(({ params }) => params.application)))
    found.set(key, await requireApplication(many, key));
  return found;
}
