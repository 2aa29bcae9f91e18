import { code, table } from '@licet/contract/markdown';
import { type Setting, settings } from '@licet/server/settings';
import type { Source } from '../page.ts';
import { parts } from './schema.ts';

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
