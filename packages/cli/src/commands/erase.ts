import type { Erasure, ErasurePlan } from '@licet/contract';
import { type Command, dataFlag, type Flags } from '../command.ts';
import { anyUserId } from '../parties.ts';
import { counted, printable, printedCommand } from '../terminal.ts';

export const erase: Command = {
  name: 'erase',
  summary:
    'Erase a user’s personal data permanently, also from past states and the audit log; the audit chain stays valid',
  takes: ['USER'],
  flags: { yes: { type: 'boolean' }, json: { type: 'boolean' }, ...dataFlag.flags },
  about: {
    yes: 'Erase the user; without it, the command prints what would be removed, event by event',
    json: 'Print what is removed as JSON',
    ...dataFlag.about,
  },
  more: 'USER is a username, an e-mail address or an id; for a deleted user the id, which the audit log shows.\nOlder backups, exports, logs and mails still contain the user’s data: see docs/operations/erasing.md.',
  async run({ client, flags, positionals: [named = ''] }) {
    const licet = client();
    const user = await anyUserId(licet, named);
    if (user === undefined) {
      process.stderr.write(`There is no user “${named}”. For a deleted user, use the id, which the audit log shows.\n`);
      return 2;
    }
    const params = { user };
    if (flags.yes) {
      const erased = await licet.users.erase({ params });
      if (flags.json) process.stdout.write(`${JSON.stringify({ user, erased: true, ...erased })}\n`);
      else process.stdout.write(sentences(user, erased, flags));
      return 0;
    }
    const plan = await licet.users.erasurePlan({ params });
    if (flags.json) process.stdout.write(`${JSON.stringify({ user, erased: false, ...plan })}\n`);
    else process.stdout.write(`${sentences(user, plan)}${printable(lines(plan))}`);
    return 0;
  },
};

/** @param reached the flags of the command that erased the user; undefined for a plan */
function sentences(user: string, { deletes, changes, facts, others }: Erasure, reached?: Flags): string {
  const done = reached !== undefined;
  return [
    done ? `The user ${user} was erased.` : `Plan to erase the user ${user}.`,
    deletes ? `The user ${done ? 'was' : 'would be'} deleted with all access and credentials.` : '',
    `Personal data ${done ? 'was' : 'would be'} removed from ${counted(changes, 'event')} of the audit log, ${counted(facts, 'row')} of the history and ${counted(others, 'other row')}.`,
    done
      ? `The audit chain covers the remaining data. Verify it with “${printedCommand(reached, 'licet audit verify', [])}”.`
      : 'Nothing was erased. To erase the user, add --yes. This cannot be undone.',
    '',
  ]
    .filter((line, at, all) => line !== '' || at === all.length - 1)
    .join('\n');
}

/**
 * Returns the events with the removed texts, and the tables. Texts are quoted as JSON, so that no text can imitate a
 * line of the output.
 */
function lines({ events, changes, rows }: ErasurePlan): string {
  const lines = events.map(
    ({ no, at, action, takesOut }) =>
      `event ${no}  ${at.slice(0, 10)}  ${action}\n${takesOut.map(({ field, text }) => `  ${field}  ${quoted(text)}\n`).join('')}`,
  );
  const more = changes > events.length ? `and ${counted(changes - events.length, 'more event')}\n` : '';
  return `\n${lines.join('')}${more}${rows.map((it) => `table ${it.table}  ${it.rows.toLocaleString('en')}\n`).join('')}`;
}
const quoted = (text: string) => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
