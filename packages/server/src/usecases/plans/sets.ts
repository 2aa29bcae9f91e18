import { licetApplication, type MadeBySet } from '@licet/contract';
import { madeBySet as madeThings } from '../../store/plan/sets.ts';
import { type CallerAccess, maySeeApplication } from '../authorise.ts';
import { reading } from '../use-case.ts';

/** What a set of files made and still exists, except in Licet itself, where nobody may end it unnoticed. */
export const madeBySet = reading('plans.madeBySet', async ({ snapshot, access, params }) => {
  const things = await madeThings(snapshot, params.set);
  return lines(things.filter((thing) => maySee(access, thing)));
});

function maySee(access: CallerAccess, { application, kind }: MadeBySet): boolean {
  if (application !== null) return application !== licetApplication && maySeeApplication(access, application);
  return kind === 'separation'
    ? access.can('access.read') || access.can('separations.manage')
    : access.can('groups.read');
}

async function* lines(things: readonly object[]): AsyncGenerator<string> {
  for (let at = 0; at < things.length; at += 500)
    yield things
      .slice(at, at + 500)
      .map((thing) => `${JSON.stringify(thing)}\n`)
      .join('');
}
