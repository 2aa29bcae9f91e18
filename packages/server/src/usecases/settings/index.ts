import type { Calls } from '@licet/contract';
import { read } from '../../store/kernel/snapshot.ts';
import { findSettings, updateSettings } from '../../store/licet/settings.ts';
import { changeAs } from '../authorise.ts';
import type { Handler, Handlers } from '../handler.ts';
import { requireVersion } from '../require.ts';

const get: Handler<Calls['settings']['get']> = ({ database }) => read(database, findSettings);

const update: Handler<Calls['settings']['update']> = (context, { params, body, ifMatch }) =>
  changeAs(context, 'settings.update', params, async (change) => {
    const before = await findSettings(change);
    requireVersion(before, ifMatch);
    const after = await updateSettings(change, body.organisation);
    change.record({
      action: 'settings.changed',
      target: { kind: 'settings', id: 'settings', name: after.organisation },
      before: { organisation: before.organisation },
      after: { organisation: after.organisation },
    });
    return after;
  });

export const settings: Handlers<'settings'> = { get, update };
