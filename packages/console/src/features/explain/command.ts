/** The same question for the terminal: `licet can USER PERMISSION --application APP`, of the instant that it is about. */
export function canCommand(user: string, permission: string, application: string, at?: string): string {
  const question = `licet can ${quoted(user)} ${quoted(permission)} --application ${quoted(application)}`;
  return at === undefined ? question : `${question} --at ${quoted(at)}`;
}

/** A word of a POSIX shell: as it is when nothing in it is special, else in single quotes. */
function quoted(word: string): string {
  return /^[\w.@:/+,=-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
