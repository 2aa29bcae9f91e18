import type { SignInDetails } from '@licet/contract';

/** The details of a sign-in with password and mail. `special` overrides single values. */
export const detailsWith = (special: Partial<SignInDetails>): SignInDetails => ({
  application: { id: 'shop', name: 'Shop' },
  client: 'Shop',
  organisation: '',
  loginHint: null,
  again: false,
  passkeys: false,
  passwords: true,
  rememberedDays: 0,
  next: null,
  connections: [],
  refused: null,
  ...special,
});
