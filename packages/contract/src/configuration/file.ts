import * as z from 'zod';
import { adminRole } from '../fixed-names.ts';
import { limits } from '../limits.ts';
import { applicationId, line, permissionName, username } from '../names.ts';
import { newApplication } from '../nouns/applications.ts';
import { newClient } from '../nouns/clients.ts';
import { newGrant } from '../nouns/grants.ts';
import { newGroup } from '../nouns/groups.ts';
import { newPermission } from '../nouns/permissions.ts';
import { setName } from '../nouns/plans.ts';
import { newRole, rolePolicyChange } from '../nouns/roles.ts';
import { newSeparation } from '../nouns/separations.ts';
import { settingsChange } from '../nouns/settings.ts';
import { newUser } from '../nouns/users.ts';
import { says } from '../reasons/says.ts';
import type { Subject } from '../reasons/users.ts';

// The file format of access as code. Files identify all objects by name, never by id. Objects that a file does not
// mention stay unchanged.

/** The name of an existing object. It may violate the rules for new names. */
const named = (what: Subject) => line(limits.nameMax.value, what);
const several = <Item extends z.ZodType>(item: Item) => z.array(item).optional();

const configuredUser = z
  .strictObject({
    username: username.describe('What they sign in with; by it they are found'),
    name: newUser.shape.name.describe('What they are called'),
    email: newUser.shape.email.describe('Their e-mail address; null for none'),
    jobTitle: newUser.shape.jobTitle.describe('Their job title; null for none'),
    suspended: z.boolean().optional().describe('Whether all their access is stopped'),
  })
  .describe('A person. Nobody is ever deleted because a file does not name them');

const configuredGroup = z
  .strictObject({
    name: newGroup.shape.name.describe('By it the group is found'),
    description: newGroup.shape.description.describe('What the group is for'),
    users: several(named('username')).describe('Usernames of people who are in it directly'),
    groups: several(named('group_name')).describe('Names of groups that are in it'),
  })
  .describe(
    'A group of people and groups. Members beside those named here stay; --prune ends those that this set put there',
  );

const configuredPermission = z
  .strictObject({
    name: newPermission.shape.name.describe('By it the permission is found, and tokens carry it'),
    title: newPermission.shape.title.describe('What people read'),
  })
  .describe('A permission of the catalogue');

const people = z.strictObject({
  users: several(named('username')).describe('Usernames'),
  groups: several(named('group_name')).describe('Names of groups: everybody who is in them'),
});
const isSomebody = ({ users = [], groups = [] }: z.output<typeof people>) => users.length + groups.length > 0;
const nobody = { error: says('nobody_named', {}) };

const given = rolePolicyChange.shape;
const step = given.approval.shape.steps.element;

const configuredPolicy = z
  .strictObject({
    longestSeconds: given.longestSeconds
      .optional()
      .describe('The longest that a grant of it may last, in seconds; null for no limit'),
    reasonNeeded: given.reasonNeeded.optional().describe('Whether a grant by hand needs a reason'),
    requestable: given.requestable.optional().describe('Whether people may ask for it'),
    approval: z
      .strictObject({
        steps: z
          .array(
            z.strictObject({
              approvers: z
                .union([z.literal('owners'), people.refine(isSomebody, nobody)])
                .describe('The owners of the application, or people by name'),
              needed: step.shape.needed.describe('How many of them must approve'),
            }),
          )
          .min(1)
          .max(limits.approvalStepsMax.value)
          .describe('One after another'),
      })
      .optional()
      .describe('Who decides on requests'),
    secondApprover: given.secondApprover
      .optional()
      .describe('Whether nobody gives it alone: whoever would, proposes it, and somebody else approves'),
    breakGlass: people
      .extend({ seconds: given.breakGlass.unwrap().shape.seconds.describe('For how long') })
      .refine(isSomebody, nobody)
      .nullable()
      .optional()
      .describe('Who may take it at once; null for nobody'),
  })
  .describe('How the role may be given. What is not said here stays as it is');

const configuredRole = z
  .strictObject({
    name: z
      .union([z.literal(adminRole), newRole.shape.name])
      .describe('By it the role is found, and tokens carry it; of admin, which is built in, only the policy is said'),
    title: newRole.shape.title.describe('What people read'),
    permissions: several(permissionName).describe(
      'All that it holds itself: what is not named here is taken out of it',
    ),
    includes: several(named('role_name')).describe('All roles that it includes'),
    policy: configuredPolicy.optional(),
  })
  .superRefine((role, context) => {
    if (role.name !== adminRole) return;
    for (const key of ['title', 'permissions', 'includes'] as const)
      if (role[key] !== undefined)
        context.addIssue({
          code: 'custom',
          message: says('file_admin_role', {}),
          path: [key],
          input: role,
        });
  })
  .describe('A role of the application');

const configuredClient = newClient
  .omit({ keysEndAt: true, secret: true })
  .extend({
    name: newClient.shape.name.describe('By it the client is found'),
    kind: newClient.shape.kind.describe('What kind of program it is; never changes'),
    publicKeys: newClient.shape.publicKeys.describe(
      'By which it proves itself, taken when it is made; then it needs no secret',
    ),
  })
  .describe('An OpenID client. Its secret stands in no file: “licet apply --secrets FILE” writes those that it makes');

const to = ['user', 'group', 'program'] as const;
const gives = ['role', 'permission'] as const;
const exactlyOne = (keys: readonly string[]) => ({ oneOf: keys.map((key) => ({ required: [key] })) });

const configuredGrant = z
  .strictObject({
    role: named('role_name').optional().describe('The role that is given'),
    permission: named('permission_name').optional().describe('The permission that is given alone'),
    user: named('username').optional().describe('The username of whom it is given to'),
    group: named('group_name').optional().describe('The group that it is given to'),
    program: z
      .string()
      .regex(/^[a-z][a-z0-9-]*\/./, { error: says('file_name_without_application', { what: 'program' }) })
      .optional()
      .describe('The service client that it is given to, with its application: ledger/Nightly job'),
    starts: newGrant.shape.starts.describe('When it begins; at once when it is made, unless told'),
    ends: newGrant.shape.ends.describe(
      'When it ends; until further notice unless told. Where that is past the grant ends, whoever made it, but not what began later, was asked for or was taken at once',
    ),
    reason: newGrant.shape.reason.describe('Why'),
  })
  .superRefine((grant, context) => {
    for (const [keys, name] of [
      [gives, 'file_grant_gives'],
      [to, 'file_grant_to'],
    ] as const) {
      const declared = keys.filter((key) => grant[key] !== undefined);
      if (declared.length === 1) continue;
      const [, second] = declared;
      const message = says(name, { said: second ? 'several' : 'nothing' });
      context.addIssue({ code: 'custom', message, path: second ? [second] : [], input: grant });
    }
  })
  .meta({ allOf: [exactlyOne(gives), exactlyOne(to)] })
  .describe('A role or a permission, given to somebody');

const configuredApplication = z
  .strictObject({
    id: applicationId.describe('Its identifier: the audience of its tokens'),
    name: newApplication.shape.name.optional().describe('What people call it; needed to make it'),
    description: newApplication.shape.description.describe('What it is for'),
    owners: several(named('username')).describe('Usernames of those who may do everything in it'),
    permissions: several(configuredPermission).describe('Its catalogue'),
    roles: several(configuredRole).describe('Its roles; the role admin is built in, and only how it is given is said'),
    clients: several(configuredClient).describe('The programs that sign people in to it, or themselves'),
    grants: several(configuredGrant).describe('Who was given what in it'),
  })
  .describe('An application. It may stand in several files, each with a part of it');

const inApplication = (what: 'role' | 'permission', example: string) =>
  z
    .string()
    .regex(/^[a-z][a-z0-9-]*\/./, { error: says('file_name_without_application', { what }) })
    .optional()
    .describe(`A ${what}, with its application: ${example}`);

const configuredElement = z
  .strictObject({
    role: inApplication('role', 'ledger/clerk'),
    permission: inApplication('permission', 'ledger/invoices.pay'),
  })
  .superRefine((element, context) => {
    if ((element.role === undefined) !== (element.permission === undefined)) return;
    context.addIssue({
      code: 'custom',
      message: says('file_role_or_permission', {}),
      path: [],
      input: element,
    });
  })
  .meta({ oneOf: [{ required: ['role'] }, { required: ['permission'] }] });

const configuredSeparation = z
  .strictObject({
    name: newSeparation.shape.name.describe('By it the separation is found'),
    why: newSeparation.shape.why.describe('Why these are kept apart'),
    atMost: newSeparation.shape.atMost.describe('How many of the parts somebody may hold; one, unless told'),
    parts: z
      .array(z.array(configuredElement).min(1, says('separation_part_empty', {})).max(limits.dutyElementsMax.value))
      .min(2, says('separation_needs_parts', {}))
      .max(limits.dutiesMax.value)
      .describe('Whoever holds one of the roles and permissions of a part holds the part'),
  })
  .describe('What nobody may hold together');

/** One file of access as code. Several files can form a set. */
export const configurationFile = z
  .strictObject({
    licet: z.literal(1, { error: says('file_version', {}) }).describe('The version of this format'),
    set: setName.optional().describe('What the files are called together: by it --prune knows what they made'),
    settings: settingsChange.optional().describe('Settings of the organisation'),
    users: several(configuredUser).describe('People'),
    groups: several(configuredGroup).describe('Groups'),
    applications: several(configuredApplication).describe('Applications, with all that is in them'),
    separations: several(configuredSeparation).describe('What nobody may hold together, across applications'),
  })
  .describe('Access as code: what Licet should hold. What is not said here stays as it is');

export type ConfigurationFile = z.output<typeof configurationFile>;
export type ConfiguredUser = z.output<typeof configuredUser>;
export type ConfiguredGroup = z.output<typeof configuredGroup>;
export type ConfiguredPermission = z.output<typeof configuredPermission>;
export type ConfiguredRole = z.output<typeof configuredRole>;
export type ConfiguredPolicy = z.output<typeof configuredPolicy>;
export type ConfiguredElement = z.output<typeof configuredElement>;
export type ConfiguredSeparation = z.output<typeof configuredSeparation>;
export type ConfiguredClient = z.output<typeof configuredClient>;
export type ConfiguredGrant = z.output<typeof configuredGrant>;
export type ConfiguredApplication = z.output<typeof configuredApplication>;
