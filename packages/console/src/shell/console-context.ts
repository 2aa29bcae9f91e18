import type { QueryClient } from '@tanstack/react-query';
import type { IconType } from '../ui/icon.tsx';

/** Who is looking, as the frame needs it. */
export interface Viewer {
  id: string;
  name: string;
  email: string;
  /** Whether the viewer's own token permits it now. */
  may: (permission: string) => boolean;
  /** Whether the viewer owns an application. */
  ownsAny?: boolean | undefined;
  /** Whether there is a role that the viewer may take at once. */
  mayTake?: boolean | undefined;
}

/** One find of the palette. */
export interface Find {
  id: string;
  /** The head it stands under: "Users", "Roles". Finds come in the order they are shown. */
  group: string;
  label: string;
  /** Beside the label, weaker. */
  detail?: string | undefined;
  /** At the end of the line. */
  end?: string | undefined;
  /** Where it is. */
  href: string;
  icon?: IconType | undefined;
  /** A person: draws the circle with initials. */
  person?: boolean | undefined;
  mono?: boolean | undefined;
}

/** What the frame and every route get from outside. Wired once, in main.tsx. */
export interface ConsoleContext {
  queryClient: QueryClient;
  viewer: Viewer;
  /** Finds users, groups, applications, roles and permissions for the palette. */
  search: (query: string, signal: AbortSignal) => Promise<readonly Find[]>;
  signOut: () => void;
}
