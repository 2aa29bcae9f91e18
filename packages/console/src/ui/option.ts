import type { IconType } from './icon.tsx';

/** One thing to choose from, in a select, a combobox or a tag picker. */
export interface Option {
  id: string;
  /** What it is called; also what one types to find it. */
  label: string;
  /** A second, weaker word, such as an e-mail address or a count. */
  detail?: string | undefined;
  icon?: IconType | undefined;
  /** In place of an icon, what it is: drawn from its label. Unlike an icon it is kept in a draft. */
  lead?: 'person' | 'application' | 'group' | 'role' | 'permission' | 'program' | undefined;
  /** For identifiers and permissions. */
  mono?: boolean | undefined;
}

/** Finds options for what was typed. Rejections are shown as a failed search. */
export type LoadOptions<O extends Option = Option> = (query: string, signal: AbortSignal) => Promise<readonly O[]>;
