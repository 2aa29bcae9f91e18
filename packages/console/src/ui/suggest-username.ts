/**
 * Suggests a username for a name: "Jörg da Silva" gives "joerg.da.silva". Empty if no character of the name is allowed.
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

/** Long enough for names, and short enough to type at each sign-in. */
const LONGEST = 40;

const spelled: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

interface TypedField {
  value: string;
  onChange: (value: string) => void;
}

/** The name field, which fills in the username field until the user edits that. */
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
