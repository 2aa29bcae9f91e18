import type { IconType } from './icon.tsx';

/** An option of a select, a combobox or a tag picker. */
export interface Option {
  id: string;
  /** Its name, which is also the text that finds it. */
  label: string;
  /** A second, weaker text, such as an e-mail address or a count. */
  detail?: string | undefined;
  icon?: IconType | undefined;
  /** The kind of picture, drawn from the label, instead of an icon. Unlike an icon, a draft keeps it. */
  lead?: 'person' | 'application' | 'group' | 'role' | 'permission' | 'program' | undefined;
  /** For identifiers and permissions. */
  mono?: boolean | undefined;
}

/** Finds options for the typed text. A rejection is shown as a failed search. */
export type LoadOptions<O extends Option = Option> = (query: string, signal: AbortSignal) => Promise<readonly O[]>;
