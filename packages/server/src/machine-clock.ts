/**
 * This machine's clock, in seconds since the epoch: for what no statement decides. The OpenID provider dates its own records by it
 * and compares them by it; the verifier checks tokens and proofs by it, as API servers do, which have no other.
 */
export const machineNow = (): number => Date.now() / 1000;
