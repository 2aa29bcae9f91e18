/** The texts of the cover over a page whose access cannot be renewed. */
export const cover = {
  title: 'Waiting for the sign-in to be renewed',
  text: 'Your access has run out, and whoever renews it does not answer. This page goes on by itself as soon as it does. Nothing that you have typed is lost.',
};
