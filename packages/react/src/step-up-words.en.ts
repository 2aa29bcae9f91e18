/** The texts of a guard that requires a stronger sign-in. */
export const stepUp = {
  title: 'This needs a stronger sign-in',
  text: 'You have signed in again, and the sign-in is still not strong enough. Add a second factor to your account, then try again.',
  again: 'Sign in again',
};
