/** Returns a text as one word of a POSIX shell: unchanged if nothing in it is special, otherwise in single quotes. */
export function shellWord(text: string): string {
  return /^[\w.@:/+,=-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
