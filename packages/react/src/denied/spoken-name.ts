/** The name that Licet gives for somebody who was erased, in English wherever it is read. */
const erasedName = 'a person who was erased';

/** A name as a sentence says it: of somebody who was erased, what the reader's language calls them. */
export const spokenName = (name: string, erased: string): string => (name === erasedName ? erased : name);
