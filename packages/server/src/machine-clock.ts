/**
 * This machine's clock in seconds since the epoch, for checks outside the database. The OpenID provider dates and compares its own
 * records with it. The verifier checks tokens and proofs with it, as API servers do with theirs.
 */
export const machineNow = (): number => Date.now() / 1000;
