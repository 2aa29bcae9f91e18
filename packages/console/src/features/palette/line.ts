import type { FoundOption } from '../../blocks/find.ts';
import type { IconType } from '../../ui/icon.tsx';

/** One line of the palette. */
export interface Line {
  readonly id: string;
  /** The heading of its group: “Users”, “Roles”. Lines are in display order. */
  readonly group: string;
  readonly label: string;
  /** Secondary text beside the label. */
  readonly detail?: string | undefined;
  /** A text at the end of the line. */
  readonly end?: string | undefined;
  readonly icon?: IconType | undefined;
  /** For a user: draws the circle with initials. */
  readonly person?: boolean | undefined;
  readonly mono?: boolean | undefined;
  /**
   * Whether the line keeps its position when the results of the search arrive, so that Enter need not wait for them.
   */
  readonly sure?: boolean | undefined;
  /** For a permission that the search found: the permission. */
  readonly permission?: (FoundOption & { readonly application: string }) | undefined;
  readonly act: Act;
}

/**
 * What Enter does:
 * - `open`: opens a page
 * - `run`: closes the palette and runs
 * - `mean`: reads the typed sentence in another way
 * - `type`: replaces the typed text
 */
export type Act =
  | { readonly kind: 'open'; readonly href: string }
  | { readonly kind: 'run'; readonly run: () => void }
  | { readonly kind: 'mean'; readonly meant: Meant }
  | { readonly kind: 'type'; readonly query: string };

/** The parts of a sentence that the user chose from the alternatives. */
export interface Meant {
  readonly verb?: 'grant' | undefined;
  readonly holder?: FoundOption | undefined;
  readonly gives?: FoundOption | undefined;
  readonly ends?: { readonly at: Date | null } | undefined;
}
