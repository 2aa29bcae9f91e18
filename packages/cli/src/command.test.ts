import { expect, test } from 'vitest';
import { choiceOf } from './command.ts';

test('suggests the closest choice for an invalid value of a flag', () => {
  const choices = ['grant.created', 'grant.revoked'] as const;
  expect(choiceOf({ action: 'grant.created' }, 'action', choices)).toBe('grant.created');
  expect(() => choiceOf({ action: 'grant.create' }, 'action', choices)).toThrow(
    '--action must be one of grant.created, grant.revoked. Did you mean grant.created?',
  );
  expect(() => choiceOf({ action: 'xyzzy' }, 'action', choices)).toThrow(/grant\.revoked\.$/);
});
