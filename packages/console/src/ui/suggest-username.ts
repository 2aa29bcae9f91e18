/**
 * Suggests a username for a name: "Jörg da Silva" gives "joerg.da.silva". Empty if the name has no allowed character.
 */
export function suggestUsername(name: string): string {
  return name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => spelled[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '')
    .slice(0, LONGEST)
    .replace(/\.$/, '');
}

/** The maximum length of a suggestion: enough for most names, and short enough to type at each sign-in. */
const LONGEST = 40;

const spelled: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

interface TypedField {
  value: string;
  onChange: (value: string) => void;
}

/** Extends the name field so that it also fills in the username field, until the user edits the username. */
export function proposing<Field extends TypedField>(name: Field, username: TypedField): Field {
  const follows = username.value === '' || username.value === suggestUsername(name.value);
  return {
    ...name,
    onChange: (value: string) => {
      name.onChange(value);
      if (follows) username.onChange(suggestUsername(value));
    },
  };
}
