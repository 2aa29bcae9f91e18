/** The name that Licet gives to an erased user, in every language. */
const erasedName = 'a person who was erased';

/** Returns a name to show in a sentence. For an erased user, returns the text of the user's language. */
export const spokenName = (name: string, erased: string): string => (name === erasedName ? erased : name);
