import { type Call, calls, limits, type Problem } from '@licet/contract';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { validate } from './validate.ts';

const query = {};
const params = {};
const ifMatch = undefined;

function refused(call: Call, body: unknown): Problem {
  try {
    validate(call, { params, query, body, ifMatch });
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
  }
  return expect.fail('Nothing was refused.');
}

describe('a value that breaks several rules', () => {
  test('is reported as one field error with the sentence of the first rule', () => {
    const { detail, errors } = refused(calls.users.create, { username: 'maya', name: 'Maya', email: 'maya\u200b' });
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/email']);
    expect(detail).toBe(errors?.[0]?.detail);
  });

  test('counts as one of the invalid fields', () => {
    const { detail, errors } = refused(calls.users.create, { username: ' a @', name: '', email: 'x' });
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/username', '/email', '/name']);
    expect(detail).toBe('3 fields are not valid.');
  });
});

describe('a field error', () => {
  const planned = { changes: [], reason: 'x'.repeat(limits.reasonMax.value + 1) };

  test.each([
    ['a field that is missing', calls.groups.create, {}, 'field_missing', {}],
    ['a value of the wrong type', calls.groups.create, { name: 5 }, 'field_type', { expected: 'text' }],
    ['a field that is not known', calls.groups.create, { name: 'Desk', colour: 'red' }, 'field_unknown', {}],
    ['a text that is too long', calls.plans.apply, planned, 'text_longer', { most: limits.reasonMax.value }],
    ['a number that is too small', calls.settings.update, { remindDays: -1 }, 'reminder_days_negative', {}],
    ['a value that is not in the list', calls.policy.update, { userVerification: 'never' }, 'value_not_one_of', {}],
  ])('carries a reason and values for %s', (_what, call, body, reason, values) => {
    expect(refused(call, body).errors).toContainEqual(
      expect.objectContaining({ reason, values: expect.objectContaining(values) }),
    );
  });

  test('among several is summarised with the number of fields', () => {
    const problem = refused(calls.users.create, { username: ' a @', name: '', email: 'x' });
    expect(problem).toMatchObject({ code: 'invalid_request', reason: 'fields_refused', values: { count: 3 } });
  });
});

describe('a multi-line text', () => {
  test.each(['one\r\ntwo', 'one\rtwo', 'one\ntwo'])('gets LF line ends: %j', (description) => {
    const taken = validate(calls.groups.create, { params, query, body: { name: 'Desk', description }, ifMatch });
    expect(taken.body).toEqual({ name: 'Desk', description: 'one\ntwo' });
  });

  test('with other control characters is refused', () => {
    expect(refused(calls.groups.create, { name: 'Desk', description: 'a\u0007b' }).errors).toMatchObject([
      { pointer: '/description', detail: 'The description contains control characters. Remove them.' },
    ]);
  });
});
