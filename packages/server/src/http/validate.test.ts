import { type Call, calls, type Problem } from '@licet/contract';
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
  test('is one field error, by the sentence of the first', () => {
    const { detail, errors } = refused(calls.users.create, { username: 'maya', name: 'Maya', email: 'maya\u200b' });
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/email']);
    expect(detail).toBe(errors?.[0]?.detail);
  });

  test('is counted once beside others', () => {
    const { detail, errors } = refused(calls.users.create, { username: ' a @', name: '', email: 'x' });
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/username', '/email', '/name']);
    expect(detail).toBe('3 fields cannot be taken.');
  });
});

describe('a text of several lines', () => {
  test.each(['one\r\ntwo', 'one\rtwo', 'one\ntwo'])('is taken with its lines ended by LF: %j', (description) => {
    const taken = validate(calls.groups.create, { params, query, body: { name: 'Desk', description }, ifMatch });
    expect(taken.body).toEqual({ name: 'Desk', description: 'one\ntwo' });
  });

  test('is still refused with other control characters', () => {
    expect(refused(calls.groups.create, { name: 'Desk', description: 'a\u0007b' }).errors).toEqual([
      { pointer: '/description', detail: 'The description holds control characters. Remove them.' },
    ]);
  });
});
