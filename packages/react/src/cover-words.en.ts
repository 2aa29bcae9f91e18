/** The texts of the cover, which hides a page while its access cannot be renewed. */
export const cover = {
  title: 'Waiting for the sign-in to be renewed',
  text: 'Your access has expired, and the server that renews it does not answer. This page continues by itself when it does. What you typed is kept.',
};
