/**
 * Returns a text as one word of a POSIX shell: unchanged if nothing in it is special, otherwise in single quotes. A
 * first “=” is special as well: zsh replaces `=ls` by the path of `ls`.
 */
export function shellWord(text: string): string {
  return /^[\w.@:/+,-][\w.@:/+,=-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Returns a command as one line for a POSIX shell, to be pasted. No value can be taken for a flag: the value of a flag
 * follows “=”, and the others follow “--”.
 * @param values what the command takes, in order
 * @param flags the values of its flags; true for a flag without one, undefined for one that is left out
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
