/**
 * This machine's clock in seconds since the epoch, for checks outside the database. The OpenID provider dates and compares its
 * own records by it. The verifier checks tokens and proofs by it, like API servers, which have no other.
 */
export const machineNow = (): number => Date.now() / 1000;
