import { expect, it } from 'vitest';
import { optionOf } from './find.ts';

it('a found option keeps its picture when it is converted to JSON and back', () => {
  for (const kind of ['user', 'group', 'application', 'role', 'permission', 'client'] as const) {
    const option = optionOf({ kind, id: '1', name: 'Maya', detail: 'maya', application: 'ledger' });
    expect(option.lead).toBeDefined();
    expect(JSON.parse(JSON.stringify(option))).toEqual(option);
  }
});
