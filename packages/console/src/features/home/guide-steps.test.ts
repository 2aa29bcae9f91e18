import type { Home } from '@licet/contract';
import { describe, expect, it } from 'vitest';
import { guideSteps, nextStep } from './guide-steps.ts';

type Guide = NonNullable<Home['guide']>;
const empty: Guide = { application: null, permissions: false, role: false, user: false, grant: null, client: false };
const ledger = { id: 'ledger', name: 'Ledger' };

const walk = (guide: Partial<Guide>, seen = false) => nextStep(guideSteps({ ...empty, ...guide }, seen))?.name;

describe('the first steps', () => {
  it('begin with an application and follow what is there', () => {
    expect(walk({})).toBe('application');
    expect(walk({ application: ledger })).toBe('permissions');
    expect(walk({ application: ledger, permissions: true })).toBe('role');
    expect(walk({ application: ledger, permissions: true, role: true })).toBe('user');
    expect(walk({ application: ledger, permissions: true, role: true, user: true })).toBe('grant');
    const granted = {
      ...empty,
      application: ledger,
      permissions: true,
      role: true,
      user: true,
      grant: { id: 'u', name: 'Maya' },
    };
    expect(walk(granted)).toBe('token');
    expect(walk(granted, true)).toBe('integration');
    expect(walk({ ...granted, client: true }, true)).toBeUndefined();
  });

  it('lead nowhere before the application is there, but to people', () => {
    const open = guideSteps(empty, false).filter(({ href }) => href !== undefined);
    expect(open.map(({ name }) => name)).toEqual(['application', 'user']);
  });

  it('lead to the right tab with the dialog open', () => {
    const role = guideSteps({ ...empty, application: ledger }, false).find(({ name }) => name === 'role');
    expect(role?.href).toBe('/applications/ledger?tab=roles&add=1');
    const grant = { id: 'u', name: 'Maya' };
    const token = guideSteps({ ...empty, application: ledger, grant }, false).find(({ name }) => name === 'token');
    expect(token?.href).toBe('/applications/ledger?tab=integration&principal=u');
  });
});
