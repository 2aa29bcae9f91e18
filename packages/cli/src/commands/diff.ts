import type { EventInSet } from '@licet/contract';
import { type Command, reachFlags, UsageError } from '../command.ts';
import { groupId, roleId, userId } from '../parties.ts';
import { partyName } from '../paths.ts';
import { printable } from '../printable.ts';

const scopes = ['user', 'role', 'group', 'application'] as const;

export const diff: Command = {
  name: 'diff',
  summary:
    'Who holds what otherwise than at an earlier instant, by which change, made by whom; exits 1 when somebody does',
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
    to: 'The later one; now unless told',
    user: 'Of one user or program: the username, or the id',
    role: 'Of whom a role reaches: the name, with --application; or the id',
    group: 'Of the members of a group: the name, or the id',
    application: 'Of everybody in an application: its identifier',
    json: 'Print each line as JSON',
    ...reachFlags.about,
  },
  more: 'Name one of --user, --role, --group and --application. What came and went between the two is not told.',
  async run({ flags, client }) {
    const asked = scopes.flatMap((name) => (typeof flags[name] === 'string' ? [[name, flags[name]] as const] : []));
    const ofRole = asked.length === 2 && typeof flags.role === 'string' && typeof flags.application === 'string';
    if (asked.length !== 1 && !ofRole) throw new UsageError('Name one of --user, --role, --group and --application.');
    if (typeof flags.from !== 'string') throw new UsageError('Name the earlier instant with --from.');
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
        process.stderr.write(`${flags.to} is to come: this is what is recorded now and in force then.\n`);
      for (const { holder, application, moments } of page.items) {
        found = true;
        if (flags.json) {
          process.stdout.write(`${printable(JSON.stringify({ holder, application, moments }))}\n`);
          continue;
        }
        const lines = moments.flatMap(({ at, change, gains, loses, event }) => [
          `  ${at}  ${causeOf(change, event)}`,
          ...[...gains.roles, ...gains.permissions].map((name) => `    + ${name}`),
          ...[...loses.roles, ...loses.permissions].map((name) => `    - ${name}`),
        ]);
        process.stdout.write(printable(`${[`${partyName(holder)} in ${application.id}`, ...lines].join('\n')}\n`));
      }
      if (page.next === null) return found ? 1 : 0;
      cursor = page.next;
    }
  },
};

type Moment = {
  readonly actor: { readonly name: string };
  readonly action: string;
  readonly after?: unknown;
  readonly target: { readonly name: string };
  readonly changeSet: { readonly no: number; readonly reason: string } | null;
  readonly review: EventInSet['review'];
};

function causeOf(change: number | null, event: Moment | null): string {
  if (change === null) return 'a grant began or ended by itself';
  if (!event) return `change ${change}`;
  const { actor, action, target, after, changeSet, review } = event;
  const reason = typeof after === 'object' && after !== null && 'reason' in after ? after.reason : '';
  const reasons = [reason, changeSet?.reason, review && reviewText(review)].filter(
    (text) => typeof text === 'string' && text !== '',
  );
  const why = reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
  const set = changeSet ? ` in change set ${changeSet.no}` : '';
  return `change ${change}${set}, ${action} ${target.name} by ${actor.name}${why}`;
}

const reviewText = ({ name, line, decidedBy, note }: NonNullable<EventInSet['review']>) => {
  const decided = decidedBy ? `decided by ${decidedBy.name}` : 'nobody decided, so its rule did';
  return `review “${name}”, line ${line}, ${decided}${note === '' ? '' : `: ${note}`}`;
};
