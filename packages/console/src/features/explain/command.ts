/** The same question for the terminal: `licet can USER PERMISSION --application APP`. */
export function canCommand(user: string, permission: string, application: string): string {
  return `licet can ${quoted(user)} ${quoted(permission)} --application ${quoted(application)}`;
}

/** A word of a POSIX shell: as it is when nothing in it is special, else in single quotes. */
function quoted(word: string): string {
  return /^[\w.@:/+,=-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
