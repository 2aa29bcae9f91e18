import type { DifferenceEnd, DifferenceGrant, DifferenceMoment, EventInSet } from '@licet/contract';
import { type Command, reachFlags, UsageError } from '../command.ts';
import { groupId, roleId, userId } from '../parties.ts';
import { partyName, printable } from '../terminal.ts';

const scopes = ['user', 'role', 'group', 'application'] as const;

export const diff: Command = {
  name: 'diff',
  summary:
    'Compare access at two times: who gained or lost it or got another end, through which grant, and who changed it; exits 1 if there is a difference',
  takes: [],
  flags: {
    from: { type: 'string' },
    to: { type: 'string' },
    user: { type: 'string' },
    role: { type: 'string' },
    group: { type: 'string' },
    application: { type: 'string' },
    json: { type: 'boolean' },
    ...reachFlags.flags,
  },
  about: {
    from: 'The earlier instant, such as 2026-03-01T12:00:00Z',
    to: 'The later instant; default: now',
    user: 'For one user or program: the username, or the id',
    role: 'For the users and programs with a role: its name, with --application, or its id',
    group: 'For the members of a group: its name, or its id',
    application: 'For all users and programs of an application: its identifier',
    json: 'Print each line as JSON',
    ...reachFlags.about,
  },
  more: 'Set one of --user, --role, --group and --application. Access that was gained and lost again in between is not listed.',
  async run({ flags, client }) {
    const asked = scopes.flatMap((name) => (typeof flags[name] === 'string' ? [[name, flags[name]] as const] : []));
    const ofRole = asked.length === 2 && typeof flags.role === 'string' && typeof flags.application === 'string';
    if (asked.length !== 1 && !ofRole) throw new UsageError('Set one of --user, --role, --group and --application.');
    if (typeof flags.from !== 'string') throw new UsageError('Set the earlier instant with --from.');
    const scope = Object.fromEntries(asked);
    if (scope.user !== undefined) scope.user = await userId(client(), scope.user);
    if (scope.group !== undefined) scope.group = await groupId(client(), scope.group, flags.to);
    if (scope.role !== undefined) {
      scope.role = await roleId(client(), scope.role, scope.application, flags.to);
      delete scope.application;
    }
    const to = typeof flags.to === 'string' ? { to: flags.to } : {};
    const query = { from: flags.from, ...to, ...scope, limit: 200 };
    let found = false;
    for (let cursor: string | undefined; ; ) {
      const page = await client().differences.list({ query: { ...query, ...(cursor ? { cursor } : {}) } });
      if (cursor === undefined && page.to.scheduled)
        process.stderr.write(
          `${flags.to} is in the future. The result shows the access that is recorded now and valid then.\n`,
        );
      for (const { holder, application, moments } of page.items) {
        found = true;
        if (flags.json) {
          process.stdout.write(`${printable(JSON.stringify({ holder, application, moments }))}\n`);
          continue;
        }
        const lines = moments.flatMap((moment) => momentLines(moment));
        process.stdout.write(printable(`${[`${partyName(holder)} in ${application.id}`, ...lines].join('\n')}\n`));
      }
      if (page.next === null) return found ? 1 : 0;
      cursor = page.next;
    }
  },
};

/**
 * Returns the text for one moment of a difference: one line per grant for gained access, lost access and changed ends,
 * then the time and the author.
 */
function momentLines(moment: DifferenceMoment): string[] {
  const { at, gains, loses, moves, gainedBy, lostFrom, movedBy } = moment;
  const end = (ends: string | null) => (ends === null ? 'no end' : `until ${ends}`);
  return [
    ...sideLines('+ gained', gains, gainedBy, end),
    ...sideLines('- lost', loses, lostFrom, () => `until ${at}`),
    ...movedBy.flatMap((grant) =>
      sideLines(signOf(grant), moves, [grant], (ends) => `${end(ends)} (before: ${end(grant.was)})`),
    ),
    `      ${at}: ${causeOf(moment)}`,
  ];
}

const signOf = ({ was, ends }: DifferenceEnd) =>
  was !== null && (ends === null || Date.parse(ends) > Date.parse(was)) ? '~ extended' : '~ shortened';

function sideLines(
  sign: string,
  names: DifferenceMoment['gains'],
  grants: readonly (DifferenceGrant | DifferenceEnd)[],
  until: (ends: string | null) => string,
): string[] {
  if (names.roles.length + names.permissions.length === 0) return [];
  if (grants.length === 0) return [...names.roles, ...names.permissions].map((name) => `  ${sign} ${name}`);
  return grants.map((grant) => {
    const { gives, group, starts, ends, brings } = grant;
    const itself = 'itself' in grant ? grant.itself : names.roles.includes(gives.name);
    const whole = gives.kind === 'role' && itself;
    const what = whole
      ? [`the role ${gives.name}`, ...(brings.length > 0 ? [`with ${brings.join(', ')}`] : [])].join(' ')
      : `${brings.join(', ')}${gives.kind === 'role' ? ` by the role ${gives.name}` : ''}`;
    const through = group === null ? 'granted directly' : `through the group ${group.name}`;
    return `  ${sign} ${what}; ${through}, since ${starts}, ${until(ends)}`;
  });
}

function causeOf({ change, event, loses }: DifferenceMoment): string {
  const lost = loses.roles.length + loses.permissions.length > 0;
  if (change === null) return lost ? 'the grant ended, as planned' : 'the grant started, as planned';
  if (!event) return `change ${change}`;
  const { actor, action, target, before, after, changeSet, review } = event;
  const [was, own] = [before, after].map((side) =>
    typeof side === 'object' && side !== null && 'reason' in side ? side.reason : '',
  );
  // A changed grant keeps its original reason, which says nothing about this change.
  const reasons = [own === was ? '' : own, changeSet?.reason, review && reviewText(review)].filter(
    (text) => typeof text === 'string' && text !== '',
  );
  const why = reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
  const set = changeSet ? `, in change set ${changeSet.no}` : '';
  return `${actor.name} ${deeds[action] ?? action.replace(/[._]/g, ' ')} ${target.name} (change ${change}${set})${why}`;
}

/** The text for each common action, which is followed by the name of the target. */
const deeds: Readonly<Partial<Record<string, string>>> = {
  'grant.created': 'granted',
  'grant.changed': 'changed the grant of',
  'grant.revoked': 'revoked the grant of',
  'group.member_added': 'added a member to the group',
  'group.member_removed': 'removed a member from the group',
  'group.deleted': 'deleted the group',
  'role.changed': 'changed the role',
  'role.deleted': 'deleted the role',
  'permission.deleted': 'deleted the permission',
  'request.approved': 'approved the request of',
  'user.suspended': 'suspended',
  'user.reactivated': 'reactivated',
  'user.deleted': 'deleted the user',
};

const reviewText = ({ name, line, decidedBy, note }: NonNullable<EventInSet['review']>) => {
  const decided = decidedBy ? `decided by ${decidedBy.name}` : 'decided by the rule for undecided lines';
  return `review “${name}”, line ${line}, ${decided}${note === '' ? '' : `: ${note}`}`;
};
