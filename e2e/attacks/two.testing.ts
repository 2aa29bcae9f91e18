import { test } from 'vitest';
import { attackTwo } from './attacked.ts';
import { parts } from './parts.ts';
import { suite } from './suite.ts';

/** Attacks two processes that share a PostgreSQL of Debian’s; says so where there is none. */
export async function onTwo(only?: readonly number[]): Promise<void> {
  const attacked = await attackTwo();
  const name = 'two processes on one PostgreSQL';
  if (attacked) return suite(name, async () => attacked, parts, only);
  test.skip(`${name}: there is no PostgreSQL of Debian’s, and none can be installed`, () => undefined);
}
