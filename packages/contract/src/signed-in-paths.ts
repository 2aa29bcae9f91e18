import { screens } from './screens.ts';

/**
 * The paths of the screens that only signed-in users see. The console's build replaces this file by its value, so that
 * a browser reads them before it loads the console.
 */
export const signedInPaths: readonly string[] = Object.values(screens)
  .filter(({ access }) => access.kind !== 'anyone')
  .map(({ path }) => path);
