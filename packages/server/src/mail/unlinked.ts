/** U+200A is narrow white space, at which every mail program ends an address. */
const hairSpace = '\u200A';

/**
 * Text in which no mail program finds an address to link. Names, reasons and notes are typed by users, and a mail of
 * Licet must not lead where they point. A hair space follows the colon of a scheme, the `@` of an address and each
 * dot before a label with a letter; figures, times and IP addresses stay unchanged.
 */
export const unlinked = (text: string): string => text.replaceAll(addressy, `$&${hairSpace}`);

const addressy = /:(?=\/\/)|@(?=\S)|(?<=\S)[.\u3002\uFF0E\uFF61](?=[\p{N}\p{M}_-]*\p{L})/gu;
