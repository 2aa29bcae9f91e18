/** The name that Licet gives to an erased user, in English everywhere. */
const erasedName = 'a person who was erased';

/** A name for a sentence: for an erased user, the words of the reader's language. */
export const spokenName = (name: string, erased: string): string => (name === erasedName ? erased : name);
