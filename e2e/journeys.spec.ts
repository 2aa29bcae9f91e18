import { expect, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { ways } from './journeys/hand.ts';
import { journeys } from './journeys/journeys.ts';
import { faultsOf } from './journeys/tree.ts';
import { type Stage, setUp, startWorld, type World } from './journeys/world.ts';

// The ten journeys of the console, each played with a pointer, by keyboard alone, by touch on a phone, and at 400 % zoom.

let world: World;
test.beforeAll(async () => {
  world = await startWorld();
});
test.afterAll(() => endAll(world));

for (const way of ways)
  test.describe(way, () => {
    let stage: Stage;
    test.beforeAll(async ({ browser }) => {
      stage = await setUp(world, browser, way);
    });
    test.afterEach(() => {
      for (const visitor of stage.visitors) visitor.quiet();
    });
    test.afterAll(() => endAll(...(stage?.visitors ?? [])));

    for (const { title, most, play } of journeys)
      test(`${title} (${way})`, async () => {
        await play(stage);
        const [own, asked] = [stage.hand.takeCost(), stage.member.takeCost()];
        const cost = { clicks: own.clicks + asked.clicks, keys: own.keys + asked.keys };
        test.info().annotations.push({ type: 'cost', description: `${cost.clicks} clicks, ${cost.keys} keys` });
        expect(cost.clicks, 'the clicks or taps').toBeLessThanOrEqual(most[way].clicks);
        expect(cost.keys, 'the keys').toBeLessThanOrEqual(most[way].keys);
      });
  });

test('the reading of an accessibility tree finds unnamed controls, equal names in a row and skipped headings', () => {
  const tree = `
- main:
  - heading "Users" [level=1]
  - heading "Access" [level=3]
  - button
  - row "Maya":
    - button "Revoke"
    - 'button "Extend: 2 h"'
    - cell:
      - button "Revoke"`;
  expect(faultsOf(tree)).toEqual([
    'a button without a name',
    'several buttons “Revoke” in the row “Maya”',
    'the heading “Access” of level 3 leaves out a level',
  ]);
});
