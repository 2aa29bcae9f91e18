import type { QueryClient } from '@tanstack/react-query';
import type { IconType } from '../ui/icon.tsx';

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

/** One result of the palette. */
export interface Find {
  id: string;
  /** The heading of its group: "Users", "Roles". Results are in display order. */
  group: string;
  label: string;
  /** Secondary text beside the label. */
  detail?: string | undefined;
  /** A text at the end of the line. */
  end?: string | undefined;
  /** The URL of its page. */
  href: string;
  icon?: IconType | undefined;
  /** For a user: draws the circle with initials. */
  person?: boolean | undefined;
  mono?: boolean | undefined;
}

/** What the frame and all routes receive from app/. */
export interface ConsoleContext {
  queryClient: QueryClient;
  viewer: Viewer;
  /** Finds users, groups, applications, roles and permissions for the palette. */
  search: (query: string, signal: AbortSignal) => Promise<readonly Find[]>;
  signOut: () => void;
}
