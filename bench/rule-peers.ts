// The permission checkers that bench/rule.ts compares. Each is built from a token and called as its documentation says.
import { createMongoAbility } from '@casl/ability';
import { AccessControl } from 'accesscontrol';
import { createAccessControl } from 'better-auth/plugins/access';
import { newEnforcer, newModelFromString } from 'casbin';
import { compile, decode } from '../packages/rule/src/index.ts';

/** Returns the decision for the question at this index. */
export type Checker = (at: number) => boolean;

export interface Peer {
  readonly name: string;
  /**
   * Converts the questions to the library's format before the measurement, because an application writes them in that
   * format.
   */
  build(token: string): Promise<(asked: readonly string[]) => Checker> | ((asked: readonly string[]) => Checker);
}

/** Returns a token with the claims that Licet issues, but without a real signature. */
export function tokenOf(permissions: readonly string[]): string {
  const claims = { sub: 'ada', roles: [], permissions, exp: 4_102_444_800 };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
}

export const peers: readonly Peer[] = [
  {
    name: 'Set.has',
    build(token) {
      const set = new Set(listOf(token));
      return (asked) => (at) => set.has(asked[at] ?? '');
    },
  },
  {
    name: 'compile(decode(t)).can',
    build(token) {
      const compiled = compile(decode(token));
      return (asked) => (at) => compiled.can(asked[at] ?? '');
    },
  },
  {
    name: 'array.includes',
    build(token) {
      const list = listOf(token);
      return (asked) => (at) => list.includes(asked[at] ?? '');
    },
  },
  {
    name: '@casl/ability',
    build(token) {
      const ability = createMongoAbility(listOf(token).map((action) => ({ action, subject: 'all' })));
      return (asked) => (at) => ability.can(asked[at] ?? '', 'all');
    },
  },
  {
    name: 'better-auth access',
    build(token) {
      const statements: Record<string, string[]> = {};
      for (const name of listOf(token)) {
        const { resource, action } = halves(name);
        statements[resource] ??= [];
        statements[resource].push(action);
      }
      const role = createAccessControl(statements).newRole(statements);
      return (asked) => {
        const questions = asked.map((name) => ({ [halves(name).resource]: [halves(name).action] }));
        return (at) => role.authorize(questions[at] ?? {}).success;
      };
    },
  },
  {
    name: 'accesscontrol',
    build(token) {
      const id = (name: string) => name.replaceAll('.', '-');
      const grants = listOf(token).map((name) => ({
        role: 'ada',
        resource: id(name),
        action: 'read:any',
        attributes: '*',
      }));
      const control = new AccessControl(grants);
      return (asked) => {
        const resources = asked.map(id);
        return (at) => control.can('ada').readAny(resources[at] ?? '').granted;
      };
    },
  },
  {
    name: 'casbin enforceSync',
    async build(token) {
      const enforcer = await newEnforcer(newModelFromString(model));
      await enforcer.addPolicies(listOf(token).map((name) => ['ada', name]));
      return (asked) => (at) => enforcer.enforceSync('ada', asked[at] ?? '');
    },
  },
];

function listOf(token: string): readonly string[] {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).permissions;
}

/** Splits a permission name into resource and action, such as `service1.resource1` and `read`. */
function halves(name: string): { resource: string; action: string } {
  const [service = '', resource = '', ...action] = name.split('.');
  return { resource: `${service}.${resource}`, action: action.join('.') };
}

const model =
  '[request_definition]\nr = sub, act\n[policy_definition]\np = sub, act\n[policy_effect]\ne = some(where (p.eft == allow))\n[matchers]\nm = r.sub == p.sub && r.act == p.act';
