import { test } from 'vitest';
import { attackTwo } from './attacked.ts';
import { parts } from './parts.ts';
import { suite } from './suite.ts';

/** Attacks two processes that share Debian’s PostgreSQL; reports if it is not available. */
export async function onTwo(only?: readonly number[]): Promise<void> {
  const attacked = await attackTwo();
  const name = 'two processes on one PostgreSQL';
  if (attacked) return suite(name, async () => attacked, parts, only);
  test.skip(`${name}: Debian’s PostgreSQL is missing and cannot be installed`, () => undefined);
}
