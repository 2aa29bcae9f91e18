import { licetApplication } from '@licet/contract';
import { madeBySet as madeThings } from '../../store/plan/sets.ts';
import { maySeeApplication } from '../authorise.ts';
import { reading } from '../use-case.ts';

/** What a set of files made and is still there. What it made in Licet itself is nobody's to end unseen, so it is not told. */
export const madeBySet = reading('plans.madeBySet', async ({ snapshot, access, params }) => {
  const things = await madeThings(snapshot, params.set);
  const seen = things.filter(({ application }) =>
    application === null
      ? access.can('groups.read')
      : application !== licetApplication && maySeeApplication(access, application),
  );
  return lines(seen);
});

async function* lines(things: readonly object[]): AsyncGenerator<string> {
  for (let at = 0; at < things.length; at += 500)
    yield things
      .slice(at, at + 500)
      .map((thing) => `${JSON.stringify(thing)}\n`)
      .join('');
}
