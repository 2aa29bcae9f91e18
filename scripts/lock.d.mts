interface Entry {
  readonly version?: string;
  readonly optional?: boolean;
}
export function isInstalled(locked: Readonly<Record<string, Entry>>, noted: Readonly<Record<string, Entry>>): boolean;
