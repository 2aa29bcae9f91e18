import type { Problem, SyncPlan, SyncPlanned, SyncState } from '@licet/contract';
import { ApiError, type Client } from '@licet/contract/client';
import { type Command, dataFlag, type Flags } from '../command.ts';
import { effectLines } from '../configuration/effects.ts';
import { counted, namesText, printable, printedCommand, problemText } from '../terminal.ts';

export const syncLdap: Command = {
  name: 'sync ldap',
  summary: 'Synchronise with an LDAP directory: suspend users who have left it, create new ones',
  takes: ['CONNECTION'],
  flags: {
    'dry-run': { type: 'boolean' },
    confirm: { type: 'string' },
    json: { type: 'boolean' },
    ...dataFlag.flags,
  },
  about: {
    'dry-run': 'Show who would join, change and leave, and change nothing',
    confirm: 'The code of the plan, to confirm that many users leave',
    json: 'Print the plan (--dry-run), or the result of the run, as JSON',
    ...dataFlag.about,
  },
  more: 'CONNECTION is the name of an LDAP connection through which users sign in.\nUsers who left are suspended and signed out at once. If more than 20 users and more than a third of the linked active users\nwould leave, or all linked users if there are several, nothing is changed until you confirm; the exit code is then 3.',
  async run({ positionals, flags, client: reach }) {
    const [name = ''] = positionals;
    const client = reach();
    const print = (report: SyncPlan | SyncState, text: string) =>
      void process.stdout.write(flags.json ? `${JSON.stringify(report)}\n` : printable(text));
    try {
      const { items } = await client.connections.list();
      const connection = items.find((it) => it.kind === 'ldap' && (it.name === name || it.id === name));
      if (!connection)
        throw new Error(
          `There is no LDAP connection named “${name}”. The console lists connections under Settings, Connections.`,
        );
      const params = { connection: connection.id };
      if (flags['dry-run']) {
        const plan = await client.connections.planSync({ params });
        print(
          plan,
          `Plan for ${connection.name}; nothing was changed.\n${planText(plan, flags)}${effectsText(plan)}${waitText(plan, connection.name, flags)}`,
        );
        return 0;
      }
      const state = await synchronise(client, connection.id, flags.confirm);
      const plan = state.run?.plan;
      const waits = state.run?.state === 'waiting';
      const others =
        flags.confirm === undefined ? '' : ' The users who would leave are not the ones that you confirmed.';
      const head = waits
        ? `Nothing was changed for ${connection.name}.${others}`
        : `Synchronised with ${connection.name}.`;
      print(
        state,
        `${head}\n${plan ? planText(plan, flags) + (waits ? waitText(plan, connection.name, flags) : '') : ''}`,
      );
      return waits ? 3 : 0;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      process.stderr.write(problemText(error.problem as Problem));
      return 2;
    }
  },
};

/**
 * Starts a synchronisation. If the plan has changed since it was confirmed, returns the waiting run with the new
 * confirmation.
 */
async function synchronise(client: Client, connection: string, confirmation: Flags[string]): Promise<SyncState> {
  const params = { connection };
  try {
    return await client.connections.sync({ params, body: typeof confirmation === 'string' ? { confirmation } : {} });
  } catch (error) {
    if (!(error instanceof ApiError && error.problem.code === 'plan_moved')) throw error;
    const state = await client.connections.syncState({ params });
    if (state.run?.state !== 'waiting') throw error;
    return state;
  }
}

/** Returns the text of the plan, with one line per user. */
export function planText(plan: SyncPlan, reached: Flags = {}): string {
  const { leaving, returning, changed, kept, leftOut } = plan;
  return [
    `${counted(plan.found, 'entry', 'entries')} in the directory; before the run ${counted(plan.linked, 'linked user who was', 'linked users who were')} not suspended.`,
    ...section(
      'Leaving, suspended and signed out',
      leaving,
      (it) => [
        `${called(it.user.name, it.username)}: ${why[it.because]}`,
        ...leftText(it.username, it.leavesBehind, reached),
      ],
      leaving.items.length,
    ),
    ...section('Returning, reactivated', returning, ({ user, username }) => [called(user.name, username)]),
    ...section('New', plan.new, ({ name, username }) => [called(name, username)]),
    ...section('Changed', changed, (it) => [`${called(it.user.name, it.username)}: ${changesOf(it)}`]),
    ...section('Left unchanged', kept, (it) => [`${called(it.user.name, it.username)}: ${whyKept[it.because]}`]),
    ...leftOut.map(
      ({ why: reason, count, names }) =>
        `Left out: ${reason.replace(/\.$/, '')} (${count}): ${namesText(names, count)}`,
    ),
    ...(leaving.count + returning.count + plan.new.count + changed.count === 0 ? ['Nothing differs.'] : []),
    '',
  ].join('\n');
}

/** The maximum number of users to list of each kind. Leaving users are all listed, because an administrator must confirm them by name. */
const LISTED = 20;

/** Returns a heading with the number of users, and their lines; empty if there are no users. */
function section<Item>(
  what: string,
  { count, items }: { readonly count: number; readonly items: readonly Item[] },
  linesOf: (item: Item) => readonly string[],
  listed = LISTED,
): string[] {
  if (count === 0) return [];
  const shown = items.slice(0, listed);
  const more = count > shown.length ? [`  and ${formatted(count - shown.length)} more`] : [];
  return [`${what} (${formatted(count)}):`, ...shown.flatMap(linesOf).map((line) => `  ${line}`), ...more];
}

const formatted = (count: number) => count.toLocaleString('en');

const called = (name: string, username: string) => (name === username ? username : `${name} (${username})`);

function changesOf({ name, email, joins, leaves }: SyncPlan['changed']['items'][number]): string {
  return [
    ...(name === null ? [] : [`name: ${name}`]),
    ...(email === null ? [] : [`address: ${email}`]),
    ...(joins.length > 0 ? [`joins ${joins.join(', ')}`] : []),
    ...(leaves.length > 0 ? [`leaves ${leaves.join(', ')}`] : []),
  ].join('; ');
}

/** Returns the text about the access that users gain and lose; empty if no user joins, changes or leaves. */
const effectsText = (plan: SyncPlanned): string =>
  [plan.leaving, plan.returning, plan.new, plan.changed].every(({ count }) => count === 0)
    ? ''
    : `${effectLines({ ...plan, notEvaluated: [] }).join('\n')}\n`;

/** Returns the lines about a leaving user's duties: owned applications, policies and reviews. */
function leftText(
  username: string,
  left: SyncPlan['leaving']['items'][number]['leavesBehind'],
  reached: Flags,
): string[] {
  if (!left) return [];
  const dutyTexts = [
    ['owns', left.applications],
    ['is named in the policies of', left.roles],
    ['reviews', left.reviews],
  ] as const;
  const parts = dutyTexts.flatMap(([what, names]) => (names.length > 0 ? [`${what} ${names.join(', ')}`] : []));
  const command = printedCommand(reached, 'licet hand-over', [username], { to: 'USER' });
  return [`  ${username} ${parts.join('; ')}. Hand over: ${command}`];
}

/** Returns the request to confirm a plan in which many users leave; empty if no confirmation is needed. */
export const waitText = ({ confirmation, leaving, linked }: SyncPlan, name: string, reached: Flags = {}): string =>
  confirmation === null
    ? ''
    : `${leaving.count} of ${counted(linked, 'user')} would leave at once. If they have really left, confirm this:\n  ${printedCommand(reached, 'licet sync ldap', [name], { confirm: confirmation })}\n`;

const why = { gone: 'no entry', closed: 'entry disabled', ended: 'entry expired' };
const whyKept = {
  last_administrator: 'the last administrator of Licet',
  let_in_again: 'reactivated manually',
  suspended_by_hand: 'suspended manually',
  not_named: 'the directory does not show the entry’s id',
};
