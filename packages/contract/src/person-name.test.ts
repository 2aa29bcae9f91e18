import { expect, test } from 'vitest';
import { erasedName, personName } from './person-name.ts';

const takes = (name: string) => personName('name').safeParse(name).success;

test.each([
  erasedName,
  'A Person Who Was Erased',
  'a  person who\u00A0was erased',
  'ａ person who was erased',
  'á pérson who was erased',
  // Cyrillic а, е, о and р.
  '\u0430 p\u0435rs\u043En who was erased',
  'a \u0440erson who was erased',
  'a person who was erased (erased)',
  'Ada, a person who was erased',
  'Person (unkenntlich gemacht)',
  'person (UNKENNTLICH gemacht)',
])('refuses the name of erased people: %s', (name) => expect(takes(name)).toBe(false));

test.each(['Ada Lovelace', 'A person', 'Erased', 'Иван Иванович', 'и Иванов или Джо Иванов', '王 小明'])(
  'takes %s',
  (name) => expect(takes(name)).toBe(true),
);
