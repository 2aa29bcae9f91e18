import { auditStates, explainStates } from './states/access.ts';
import { test } from './view.testing.ts';

test('the Explain screens for one user and for all holders are accessible', async ({ view }) => {
  view.visitor.mayBeRefused(404);
  await view.looks(explainStates(view));
});

test('the audit screens are accessible', async ({ view }) => {
  await view.looks(auditStates(view));
});
