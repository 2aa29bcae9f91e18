/**
 * Another server's text, safe for a terminal: nothing in it moves the cursor, changes the direction or imitates other
 * output. Line breaks stay.
 */
export const printable = (text: string): string => text.replace(unsafe, '\uFFFD');

/** An unchecked name, safe to print within a line. */
export const printableName = (name: string): string => printable(name.replace(/[\n\t]/g, '\uFFFD'));

const unsafe = /[^\P{Cc}\n\t]|[\u2028\u2029\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/gu;
