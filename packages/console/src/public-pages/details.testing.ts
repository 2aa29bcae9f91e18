import type { SignInDetails } from '@licet/contract';

/** What the page of a sign-in is told: password and mail, and nothing special beside what a test is about. */
export const detailsWith = (special: Partial<SignInDetails>): SignInDetails => ({
  application: { id: 'shop', name: 'Shop' },
  client: 'Shop',
  organisation: '',
  loginHint: null,
  again: false,
  passkeys: false,
  passwords: true,
  rememberedDays: 0,
  resetByMail: true,
  next: null,
  connections: [],
  refused: null,
  ...special,
});
