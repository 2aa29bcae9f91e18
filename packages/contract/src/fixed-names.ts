// This file contains no schemas, because every page of the console imports some of these names.

/** The role that includes every permission. Every application has it. */
export const adminRole = 'admin';

/** The identifier of Licet's own application, which is the audience of the console's tokens. */
export const licetApplication = 'licet';

/**
 * Replaces the name and other data of an erased person. The text is part of the audit chain's hashes, so it is the
 * same in every language.
 */
export const erasedName = 'a person who was erased';
export const erasedUsername = 'erased';

/** The OpenID client of the command line, which `licet login` uses. */
export const cliClientId = '01900000-0000-7000-8000-11ce7c11c110';

/** The OpenID client of the console. Its id is the same on every server, because it is part of the console's code. */
export const consoleClientId = '01900000-0000-7000-8000-11ce7c095013';
