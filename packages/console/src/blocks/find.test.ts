import { expect, it } from 'vitest';
import { optionOf } from './find.ts';

it('an option found by search keeps its picture through JSON', () => {
  for (const kind of ['user', 'group', 'application', 'role', 'permission', 'client'] as const) {
    const option = optionOf({ kind, id: '1', name: 'Maya', detail: 'maya', application: 'ledger' });
    expect(option.lead).toBeDefined();
    expect(JSON.parse(JSON.stringify(option))).toEqual(option);
  }
});
