import type { DifferenceGrant, DifferenceMoment } from '@licet/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { actorName, deedText, reviewCauseText } from '../../blocks/events/event-sentence.tsx';
import { type FoundOption, optionOf, personOption } from '../../blocks/find.ts';
import { client } from '../../session/client.ts';
import { csvFile } from '../../ui/save-file.ts';
import type { DifferencesAddress } from './address.ts';
import { type DifferenceRow, rowsOf } from './rows.ts';
import { words } from './words.ts';

type Query = Parameters<typeof client.differences.list>[0]['query'];

/** The query; undefined until the subject and the first instant are known. */
export function questionOf({ user, group, role, application, from, to }: DifferencesAddress): Query | undefined {
  const scope = user ? { user } : group ? { group } : role ? { role } : application ? { application } : undefined;
  return scope && from ? { ...scope, from, ...(to && { to }) } : undefined;
}

export const differencesQuery = (address: DifferencesAddress) => {
  const question = questionOf(address);
  const query = { from: '', ...question, cursor: address.cursor };
  return queryOptions({
    queryKey: ['differences', query],
    queryFn: ({ signal }) => client.differences.list({ query, signal }),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
  });
};

/** The current name of the subject. */
export const subjectQuery = ({ user, group, role, application }: DifferencesAddress) =>
  queryOptions({
    queryKey: ['differences', 'subject', user, group, role, application],
    enabled: [user, group, role, application].some((it) => it !== undefined),
    retry: false,
    queryFn: async ({ signal }): Promise<FoundOption> => {
      if (user) {
        return personOption(await client.users.get({ params: { user }, signal }));
      }
      if (group) {
        const { id, name } = await client.groups.get({ params: { group }, signal });
        return optionOf({ kind: 'group', id, name, detail: '', application: null });
      }
      if (role && application) {
        const { id, name } = await client.roles.get({ params: { application, role }, signal });
        return optionOf({ kind: 'role', id, name, detail: application, application });
      }
      const { id, name } = await client.applications.get({ params: { application: application ?? '' }, signal });
      return optionOf({ kind: 'application', id, name, detail: id, application: null });
    },
  });

/** Returns all pages as a CSV file, with one line for each row on the screen. */
export async function differencesFile(question: Query): Promise<Blob> {
  const lines: string[][] = [[...words.csv]];
  for (let cursor: string | undefined; ; ) {
    const page = await client.differences.list({ query: { ...question, limit: 200, cursor } });
    lines.push(...rowsOf(page.items, 'holder').map(csvLine));
    if (page.next === null) return csvFile(lines);
    cursor = page.next;
  }
}

/** A row of the screen as a line of CSV, with instants in the server's format. */
export function csvLine({ holder, application, side, role, permissions, grant, was, moment }: DifferenceRow): string[] {
  const { at, change, event } = moment;
  const noEnd = (end: string | null | undefined) => (end === null ? words.noEnd : (end ?? ''));
  return [
    holder.name,
    holder.detail ?? '',
    application.id,
    words.csvSides[side],
    role ?? (grant?.gives.kind === 'role' ? grant.gives.name : ''),
    permissions.join(' '),
    throughText(grant),
    grant?.starts ?? '',
    side === 'lost' ? at : noEnd(grant?.ends),
    noEnd(was),
    at,
    change === null ? '' : String(change),
    event ? actorName(event.actor) : '',
    event ? deedText(event, null) : change === null ? byItselfText(side) : '',
    event ? reasonsOf(event).join('; ') : '',
  ];
}

export const throughText = (grant: DifferenceGrant | null): string =>
  grant === null ? '' : grant.group === null ? words.directly : words.group(grant.group.name);

/** The text for access that began or ended without a change, such as a grant that reached its start. */
export const byItselfText = (side: DifferenceRow['side']): string =>
  words.byItself[side === 'lost' ? 'lost' : 'gained'];

/** Returns the reasons for a change: the recorded one, that of its change set, and the review that caused it. */
export function reasonsOf({ before, after, changeSet, review }: NonNullable<DifferenceMoment['event']>): string[] {
  const [was, own] = [before, after].map((side) =>
    typeof side === 'object' && side !== null && 'reason' in side ? side.reason : '',
  );
  // A grant keeps its original reason, so ignore a reason that this change did not alter.
  const reasons = [own === was ? '' : own, changeSet?.reason, review && reviewCauseText(review)];
  return reasons.filter((text): text is string => typeof text === 'string' && text !== '');
}
