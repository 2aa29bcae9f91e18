import { code, table } from '@licet/contract/markdown';
import { type Setting, settings } from '@licet/server/settings';
import { commands, variables } from 'licet/commands';
import type { Source } from '../frame.ts';
import { parts } from './schema.ts';

/** The page of all `licet` commands, generated from the definitions of the commands. */
export function commandLinePage(): Source {
  const sorted = [...commands].sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    address: 'reference/command-line.html',
    name: 'Command line',
    file: undefined,
    markdown: parts(
      '# Command line',
      '`licet COMMAND` speaks to the running server through a socket in its data directory, which only the owner of that directory can open. Commands with `--server` also speak to a Licet elsewhere, as whoever signed in by `licet login`, or as a program. `licet COMMAND --help` says what stands here.',
      'Exit codes: `0` done (or permitted), `1` refused (or something is amiss), `2` an error.',
      table(
        ['Command', 'What it does'],
        sorted.map(({ name, summary }) => [`[${code(`licet ${name}`)}](#licet-${name.replaceAll(' ', '-')})`, summary]),
      ),
      ...sorted.map(({ name, takes, summary, about, flags, more }) =>
        parts(
          `## licet ${name}`,
          `${summary}.`,
          `\`\`\`sh\n${['licet', name, ...takes].join(' ')}\n\`\`\``,
          table(
            ['Flag', 'What it is for'],
            Object.entries(about).map(([flag, what]) => [
              code(`--${flag}${flags[flag]?.type === 'string' ? ' VALUE' : ''}`),
              what,
            ]),
          ),
          more?.replaceAll('\n', ' ').replace(/[<$*_]/g, '\\$&'),
        ).trim(),
      ),
      '## Variables',
      'What commands read from the environment; a flag comes first. Those of the server are [settings](settings.html).',
      table(
        ['Variable', 'What it is for'],
        variables.map(({ variable, what }) => [code(variable), what]),
      ),
    ),
  };
}

/** The page of all server settings, generated from the list that the server reads. */
export function settingsPage(): Source {
  const byTopic = Map.groupBy<string, Setting>(settings, ({ topic }) => topic);
  return {
    address: 'reference/settings.html',
    name: 'Settings',
    file: undefined,
    markdown: parts(
      '# Settings',
      'What is said to a server when it starts: by a variable of the environment, some by a flag of `licet start`, which comes first. All of them can be left out. A mistake in one is told in a sentence, together with all others, and Licet does not start. Everything else is set in the console, and stands in the audit chain.',
      ...[...byTopic].map(([topic, list]) =>
        parts(
          `## ${topic}`,
          table(
            ['Variable', 'What it is', 'Unless told'],
            list.map(({ variable, flag, what, usual }) => [
              [code(variable), ...(flag ? [code(`--${flag}`)] : [])].join(' '),
              `${what}.`,
              usual ?? 'nothing',
            ]),
          ),
        ).trim(),
      ),
    ),
  };
}
