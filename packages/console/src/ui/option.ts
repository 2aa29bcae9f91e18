import type { IconType } from './icon.tsx';

/** An option of a select, a combobox or a tag picker. */
export interface Option {
  id: string;
  /** The name, which is also the text that a search matches. */
  label: string;
  /** A second, weaker text, such as an e-mail address or a count. */
  detail?: string | undefined;
  icon?: IconType | undefined;
  /** The kind of picture, which is drawn from the label. Unlike `icon`, it survives in a stored draft. */
  lead?: 'person' | 'application' | 'group' | 'role' | 'permission' | 'program' | undefined;
  /** Uses monospace, for identifiers and permissions. */
  mono?: boolean | undefined;
}

/** Finds options for the typed text. A rejection is shown as a failed search. */
export type LoadOptions<O extends Option = Option> = (query: string, signal: AbortSignal) => Promise<readonly O[]>;
