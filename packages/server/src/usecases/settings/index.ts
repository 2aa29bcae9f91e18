import { findSettings, updateSettings } from '../../store/licet/licet.ts';
import { requireVersion } from '../require.ts';
import { changing, reading } from '../use-case.ts';

export const get = reading('settings.get', ({ snapshot }) => findSettings(snapshot));

export const update = changing('settings.update', async ({ change, body, ifMatch }) => {
  const before = await findSettings(change);
  requireVersion(before, ifMatch);
  const after = await updateSettings(change, body);
  const { version: _, ...recordBefore } = before;
  const { version: __, ...recordAfter } = after;
  change.record({
    action: 'settings.changed',
    target: { kind: 'settings', id: 'settings', name: after.organisation },
    before: recordBefore,
    after: recordAfter,
  });
  return after;
});
