import type { ConfiguredApplication } from '@licet/contract/configuration';
import { newId } from '../../../../packages/server/src/store/kernel/ids.ts';
import type { Declared } from './files.ts';
import { ingrid, peopleAtFirst } from './people.ts';
import type { Planned, World } from './world.ts';

/** The permissions that were created during the year, each with the number of days since then. */
const newPermissions: Readonly<Record<string, number>> = {
  'ledger/invoices.void': 221,
  'ledger/settings.write': 207,
  'depot/stock.write-off': 108,
};

/** The roles that were created during the year, each with the number of days since then. */
const newRoles: Readonly<Record<string, number>> = { 'ledger/controller': 206 };
const changedRoles: readonly {
  readonly role: string;
  readonly days: number;
  readonly before: { readonly title?: string; readonly without?: string; readonly alone?: true };
}[] = [
  { role: 'ledger/clerk', days: 272, before: { without: 'customers.write' } },
  { role: 'ledger/approver', days: 220, before: { without: 'invoices.void' } },
  { role: 'ledger/reader', days: 191, before: { title: 'Sees invoices' } },
  { role: 'ward/nurse', days: 188, before: { title: 'Nurses on the wards' } },
  { role: 'ward/pharmacist', days: 148, before: { alone: true } },
  { role: 'depot/planner', days: 107, before: { without: 'stock.write-off' } },
];

/** The first owners of Ledger. Kwame Boateng later succeeds Stefan Lindner. */
const formerOwners: Readonly<Record<string, readonly string[]>> = { ledger: ['chiara.benedetti', 'stefan.lindner'] };
/** The user who changes the roles of each application. */
const editor: Readonly<Record<string, string>> = {
  ledger: 'chiara.benedetti',
  ward: 'mbali.dlamini',
  depot: 'erik.strand',
};

/** The name of the set that contains the sample's files. */
const set = 'aurelia';

/** The number of days since Depot was registered. */
const depotCame = 250;

/** Plans the first catalogue, and the later changes of applications and roles. */
export function planCatalogue(world: World, declared: Declared): void {
  const { timeline } = world;
  timeline.at(timeline.daysAgo(362, 9), async () => {
    const { people, groups } = peopleAtFirst(declared);
    const ids = new Map<string, string>();
    const as = (name: string) => {
      const id = newId();
      ids.set(name, id);
      return id;
    };
    const id = (name: string) => ids.get(name) ?? '';
    const changes: Planned[] = [
      ...people.map((body): Planned => ({ call: 'users.create', as: as(body.username), body })),
      ...groups.map(({ name }): Planned => ({ call: 'groups.create', as: as(`group ${name}`), body: { name } })),
    ];
    for (const { name, members, groups: inner } of groups)
      for (const member of [...members, ...inner.map((it) => `group ${it}`)])
        changes.push({ call: 'groups.addMember', params: { group: id(`group ${name}`), member: id(member) } });
    await world.plan('operator', changes, { reason: 'People and groups, from the lists of the departments', set });
    await grantLicet(world, declared);
  });
  timeline.at(timeline.daysAgo(362, 11), async () => {
    const changes = ['ledger', 'ward'].flatMap((id) => made(declaredIn(declared, id), world));
    await world.plan('operator', changes, { reason: 'Ledger and Ward, as they were granted until now', set });
  });
  timeline.at(timeline.daysAgo(depotCame, 10), () =>
    world.plan(ingrid, made(declaredIn(declared, 'depot'), world), { reason: 'Depot goes live on Monday' }),
  );
  timeline.at(timeline.daysAgo(depotCame, 11), () =>
    world.as(ingrid, 'applications.removeOwner', { params: { application: 'depot', user: world.user(ingrid) } }),
  );
  for (const [named, days] of Object.entries(newPermissions))
    timeline.at(timeline.daysAgo(days, 8), async () => {
      const [application = '', name = ''] = named.split('/');
      const title = declaredIn(declared, application).permissions?.find((it) => it.name === name)?.title ?? '';
      const input = { params: { application }, body: { name, title } };
      world.ids.permissions.set(named, (await world.as(editor[application] ?? ingrid, 'permissions.create', input)).id);
    });
  for (const [named, days] of Object.entries(newRoles))
    timeline.at(timeline.daysAgo(days, 9), async () => {
      const [application = '', name = ''] = named.split('/');
      const body = contents(world, application, roleOf(declared, named));
      const made = await world.as(editor[application] ?? ingrid, 'roles.create', {
        params: { application },
        body: { name, ...body },
      });
      world.ids.roles.set(named, made.id);
    });
  for (const { role, days } of changedRoles)
    timeline.at(timeline.daysAgo(days, 13), async () => {
      const [application = ''] = role.split('/');
      await world.as(editor[application] ?? ingrid, 'roles.update', {
        params: { application, role: world.gives(application, `role ${role.split('/')[1]}`).id },
        body: contents(world, application, roleOf(declared, role)),
      });
    });
  planTrainees(world);
}

/** Plans a role that exists for half a year. */
function planTrainees(world: World): void {
  const { timeline } = world;
  const params = { application: 'ledger' };
  timeline.at(timeline.daysAgo(305, 12), async () => {
    const permissions = ['invoices.read', 'customers.read'].map((it) => world.gives('ledger', `permission ${it}`).id);
    const body = { name: 'trainee', title: 'Learns the desk', permissions };
    const { id } = await world.as('chiara.benedetti', 'roles.create', { params, body });
    world.ids.roles.set('ledger/trainee', id);
    await world.grant('chiara.benedetti', 'ledger', 'kenji.morimoto', 'role trainee', {
      hours: 60 * 24,
      reason: 'The first weeks',
    });
  });
  timeline.at(timeline.daysAgo(122, 15), () =>
    world.as('chiara.benedetti', 'roles.remove', {
      params: { ...params, role: world.gives('ledger', 'role trainee').id },
    }),
  );
}

const declaredIn = ({ applications }: Declared, id: string): ConfiguredApplication =>
  applications.find((it) => it.id === id) ?? { id };

function roleOf(declared: Declared, named: string) {
  const [application = '', name = ''] = named.split('/');
  const found = declaredIn(declared, application).roles?.find((it) => it.name === name);
  if (!found) throw new Error(`The files have no role ${named}.`);
  return found;
}

const contents = (world: World, application: string, role: ReturnType<typeof roleOf>) => ({
  title: role.title,
  permissions: (role.permissions ?? []).map((it) => world.gives(application, `permission ${it}`).id),
  includes: (role.includes ?? []).map((it) => world.gives(application, `role ${it}`).id),
});

/** Returns the changes that create an application in its first state, including its grants that have no end. */
function made(declared: ConfiguredApplication, world: World): Planned[] {
  const { id: application, name, description, owners = [] } = declared;
  const permissions = (declared.permissions ?? []).filter((it) => !(`${application}/${it.name}` in newPermissions));
  const roles = (declared.roles ?? []).filter((it) => !(`${application}/${it.name}` in newRoles));
  const ids = new Map<string, string>();
  const as = (what: string) => {
    const id = newId();
    ids.set(what, id);
    return id;
  };
  const idsOf = (kind: string, names: readonly string[]) => names.flatMap((it) => ids.get(`${kind} ${it}`) ?? []);
  const params = { application };
  return [
    {
      call: 'applications.create',
      as: as('role admin'),
      body: { id: application, name, description },
    },
    ...permissions.map(
      (body): Planned => ({ call: 'permissions.create', as: as(`permission ${body.name}`), params, body }),
    ),
    ...roles.map((role): Planned => {
      const before = changedRoles.find((it) => it.role === `${application}/${role.name}`)?.before ?? {};
      const body = {
        name: role.name,
        title: before.title ?? role.title,
        permissions: idsOf(
          'permission',
          (role.permissions ?? []).filter((it) => it !== before.without),
        ),
        includes: before.alone ? [] : idsOf('role', role.includes ?? []),
      };
      return { call: 'roles.create', as: as(`role ${role.name}`), params, body };
    }),
    ...(formerOwners[application] ?? owners).map(
      (it): Planned => ({ call: 'applications.addOwner', params: { application, user: world.user(it) } }),
    ),
    ...(declared.grants ?? []).flatMap(({ role, permission, user, group = '', reason, ends }): Planned[] => {
      const gives = role
        ? { kind: 'role', id: ids.get(`role ${role}`) }
        : { kind: 'permission', id: ids.get(`permission ${permission}`) };
      const to = user ?? `group ${group === 'Pharmacy' ? formerName(world) : group}`;
      // A group or role that is created later gets its grant then. Grants with an end are planned in grants.ts.
      if (!gives.id || ends || !world.knows(to)) return [];
      return [{ call: 'grants.create', params, body: { principal: world.principal(to), gives, reason } }];
    }),
  ];
}

const formerName = (world: World) => (world.knows('group Pharmacy') ? 'Pharmacy' : 'Dispensary');

async function grantLicet(world: World, declared: Declared): Promise<void> {
  for (const { role, group, reason = '' } of declaredIn(declared, 'licet').grants ?? [])
    await world.grant('operator', 'licet', `group ${group}`, `role ${role}`, { reason });
}
