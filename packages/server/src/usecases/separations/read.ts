import { byteOrderMark, csvWriter, type Violation } from '@licet/contract';
import { read } from '../../store/kernel/snapshot.ts';
import { listExceptions } from '../../store/separation-exceptions/separation-exceptions.ts';
import { proposedRule, storedRules } from '../../store/separations/duties.ts';
import { listSeparations } from '../../store/separations/separations.ts';
import { everyViolation, listViolations } from '../../store/separations/violations.ts';
import { streamOf } from '../access/stream.ts';
import { turns } from '../in-turn.ts';
import { answering, reading, readingTogether } from '../use-case.ts';
import { elementsOf, requireSeparation } from './require.ts';

export const list = reading('separations.list', ({ snapshot, query }) => listSeparations(snapshot, query));

export const get = reading('separations.get', ({ snapshot, params }) => requireSeparation(snapshot, params.separation));

/** The principals that break a rule, with or without an exception. */
export const violations = reading('separations.violations', ({ snapshot, query }) => {
  const { separation, ...asked } = query;
  const rules = storedRules(snapshot, separation === undefined ? undefined : [separation]);
  return listViolations(snapshot, rules, separation ?? 'all', asked);
});

/** The principals that would break a rule that does not exist yet. */
export const preview = readingTogether('separations.preview', async ({ snapshot, query, body }) => {
  const { atMost, elements } = await elementsOf(snapshot, body);
  return listViolations(snapshot, proposedRule(atMost, elements), JSON.stringify([atMost, elements]), query);
});

export const exceptions = reading('separations.exceptions', async ({ snapshot, params, query }) => {
  const separation = await requireSeparation(snapshot, params.separation);
  return listExceptions(snapshot, separation.id, query);
});

/** The violations as a file, streamed from one snapshot. Each read holds a database connection, so few run at a time. */
export const exportViolations = answering('separations.export', async (asked) => {
  const { database, query } = asked;
  const { separation, holder, format = 'csv', delimiter, at } = query;
  const write = csvWriter(delimiter);
  const produce = (give: (piece: string) => Promise<void>) =>
    read(
      database,
      async (snapshot) => {
        const rules = storedRules(snapshot, separation === undefined ? undefined : [separation]);
        if (format === 'csv') await give(byteOrderMark + write(columns));
        for await (const it of everyViolation(snapshot, rules, { holder }))
          await give(format === 'csv' ? linesOf(it, write) : `${JSON.stringify(it)}\n`);
      },
      at,
    );
  return streamOf<string>((give) => inTurn('separations.export', asked, () => produce(give)), patience);
});

const columns = [
  'separation',
  'name',
  'username',
  'kind',
  'part',
  'application',
  'holds',
  'by',
  'path',
  'grant',
  'excepted until',
];

/** A line for each element that the principal holds, with its shortest path. */
const linesOf = (
  { separation, holder, held, exception, tooManyPaths }: Violation,
  write: ReturnType<typeof csvWriter>,
): string =>
  held
    .flatMap(({ part, elements }) =>
      elements.map(({ kind, name, application, paths: [path] }) =>
        write([
          separation.name,
          holder.name,
          holder.detail ?? '',
          holder.kind,
          `${part}`,
          application.id,
          name,
          kind,
          tooManyPaths
            ? 'too many paths to list'
            : [...(path?.groups ?? []), ...(path?.roles ?? [])].map((step) => step.name).join(' > '),
          path?.grant ?? '',
          exception?.ends ?? '',
        ]),
      ),
    )
    .join('');

const inTurn = turns();
/** Milliseconds that a reader may take for a chunk. */
const patience = 30_000;
