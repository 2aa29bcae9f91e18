import type { PermissionName, RoleName } from '@licet/rule';
import type { ReactNode } from 'react';
import { expectTypeOf, test } from 'vitest';
import {
  AccessProvider,
  type AccessStatus,
  Can,
  type DecisionState,
  Guard,
  type useAccess,
  useDecision,
  usePermission,
} from './index.ts';

// This code is only compiled. Lines that must not compile are marked.
export const Wrong = ({ source }: { source: Parameters<typeof AccessProvider>[0]['source'] & object }): ReactNode => (
  <>
    {/* @ts-expect-error a guard without a question */}
    <Can>x</Can>
    {/* @ts-expect-error two questions at once */}
    <Can any={['a']} all={['b']} />
    {/* @ts-expect-error neither a source nor a token */}
    <AccessProvider />
    {/* @ts-expect-error both */}
    <AccessProvider source={source} token="x" />
    {/* @ts-expect-error no name */}
    <Can permission={7} />
    <Guard>anybody who is signed in</Guard>
    <AccessProvider token={undefined} />
    <AccessProvider token={null} claims={(payload) => payload} />
  </>
);

test('the public types match these declarations', () => {
  expectTypeOf(usePermission).returns.toBeBoolean();
  expectTypeOf(usePermission).parameter(0).toEqualTypeOf<PermissionName | readonly PermissionName[]>();
  expectTypeOf<ReturnType<typeof useAccess>['status']>().toEqualTypeOf<AccessStatus>();
  expectTypeOf(useDecision).returns.toEqualTypeOf<DecisionState>();
  expectTypeOf<Extract<Parameters<typeof Can>[0], { role: string }>['role']>().toEqualTypeOf<RoleName>();
});
