import { errorCatalogue } from '@licet/contract';
import { limitsTable } from '@licet/contract/specification';
import type { Source } from '../frame.ts';
import { parts } from './schema.ts';

/** The page of all error codes. Each code has a heading, so that links can point to it. */
export function errorsPage(): Source {
  const byStatus = Map.groupBy(Object.entries(errorCatalogue), ([, { status }]) => status);
  return {
    address: 'reference/errors.html',
    name: 'Error codes',
    file: undefined,
    markdown: parts(
      '# Error codes',
      'A call that fails answers problem details (RFC 9457, `application/problem+json`): a stable `code`, a `title` that is always the same for it, a `detail` that says what happened to what, and `next`, what can be done. `requestId` is what the log calls the request. The list is closed: a code that does not stand here is never sent.',
      ...[...byStatus].map(([status, entries]) =>
        parts(
          `## ${status}: ${meanings[status]}`,
          ...entries.map(([name, { title, next }]) => `### ${name}\n\n${title} ${next}`),
        ).trim(),
      ),
    ),
  };
}

/** The page of all limits of the product, each with its reason. */
export function limitsPage(): Source {
  return {
    address: 'reference/limits.html',
    name: 'Limits',
    file: undefined,
    markdown: parts(
      '# Limits',
      'Every lifetime, size and rate of Licet, each with its reason and where it comes from. They are constants: the server, the forms and the database take them from one list. A few of them can be set lower or higher by an administrator, in the sign-in rules or in the settings; the number here is then what holds until somebody does.',
      limitsTable(),
    ),
  };
}

const meanings: Readonly<Record<number, string>> = {
  400: 'what was sent is not right',
  401: 'who is asking is not known',
  403: 'not for whoever is asking',
  404: 'not there',
  405: 'not in this way',
  409: 'not as things stand',
  410: 'over',
  412: 'changed in the meantime',
  413: 'too much',
  415: 'of the wrong kind',
  429: 'too often',
  500: 'a fault in Licet',
  503: 'not now',
};
