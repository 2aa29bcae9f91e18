import type { Grant } from '@licet/contract';
import { client } from '../../session/client.ts';
import { sentenceTime } from './periods.ts';

/** Formats the period for the toast. `from` is undefined for a grant that starts now. */
export function periodText({ starts, ends }: { starts?: string | undefined; ends: string | null }): {
  from: string | undefined;
  until: string | undefined;
} {
  const timeText = (at: string | null | undefined) => (at ? sentenceTime(new Date(at), new Date()) : undefined);
  return { from: timeText(starts), until: timeText(ends) };
}

/** Revokes as many grants as possible, then throws the first refusal. */
export async function takeBack(created: readonly Grant[]): Promise<void> {
  const refusals: unknown[] = [];
  for (const { application, id, version } of created)
    await client.grants
      .revoke({ params: { application, grant: id }, ifMatch: version })
      .catch((refusal: unknown) => refusals.push(refusal));
  if (refusals.length > 0) throw refusals[0];
}
