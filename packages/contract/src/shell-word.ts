/**
 * Returns a text as one word of a POSIX shell. The text is unchanged if it has no special characters, otherwise it is
 * in single quotes. A leading “=” is also special, because zsh replaces `=ls` by the path of `ls`.
 */
export function shellWord(text: string): string {
  return /^[\w.@:/+,-][\w.@:/+,=-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Returns a command as one line for a POSIX shell, so that users can paste it. No value can be mistaken for a flag:
 * the value of a flag follows “=”, and all other values follow “--”.
 * @param values the arguments of the command, in order
 * @param flags the values of its flags; true for a flag without a value, undefined for an omitted flag
 */
export function shellCommand(
  command: string,
  values: readonly string[],
  flags: Readonly<Record<string, string | true | undefined>> = {},
): string {
  const words = values.map(shellWord);
  const given = Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (value === true) return [`--${name}`];
    return [`--${name}${value.startsWith('-') ? '=' : ' '}${shellWord(value)}`];
  });
  const dashed = values.some((value) => value.startsWith('-'));
  return [command, ...(dashed ? [...given, '--', ...words] : [...words, ...given])].join(' ');
}
