import type { QueryClient } from '@tanstack/react-query';

/** The user of the console, as the frame needs it. */
export interface Viewer {
  id: string;
  name: string;
  email: string;
  /** Whether the user's own token currently contains the permission. */
  may: (permission: string) => boolean;
  /** Whether the user owns an application. */
  ownsAny?: boolean | undefined;
  /** Whether there is a role that the user may take in an emergency. */
  mayTake?: boolean | undefined;
}

/** The values that app/ passes to the frame and to all routes. */
export interface ConsoleContext {
  queryClient: QueryClient;
  viewer: Viewer;
  signOut: () => void;
}
