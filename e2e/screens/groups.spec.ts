import { groupStates } from './states/people.ts';
import { test } from './view.testing.ts';

test('the group screens are accessible', async ({ view }) => {
  await view.looks(groupStates(view));
});
