export const chainFaults = [
  'function_replaced',
  'missing',
  'unlinked',
  'edited',
  'facts_added',
  'facts_missing',
  'facts_edited',
  'facts_beyond',
  'erased_otherwise',
  'cut_off',
  'rehashed',
  'checkpoint_forged',
  'checkpoint_missing',
] as const;
export type ChainFault = (typeof chainFaults)[number];

/** The first fault in the chain, with its change and a sentence. */
export interface BrokenPlace {
  readonly no: number;
  readonly fault: ChainFault;
  readonly said: string;
}

/** The number of recorded facts, and of existing facts. */
export interface FactCounts {
  readonly recorded: number;
  readonly found: number;
}

/** Returns a sentence that describes the fault. */
export const sayFault: { readonly [Fault in ChainFault]: (no: number, counts: FactCounts) => string } = {
  function_replaced: () =>
    'What the database tells of the facts of changes cannot be believed: a function, a table or a computed column by which it tells them was replaced.',
  missing: (no) => `Changes before number ${no} are missing: they were deleted.`,
  unlinked: (no) => `Change ${no} does not follow the change before it: one of the two was replaced.`,
  edited: (no) => `Change ${no} was edited: its hash is not that of what it says.`,
  facts_added: (no, counts) =>
    `Change ${no} recorded ${facts(counts.recorded)} and ${counts.found} are there: what it did not write was inserted.`,
  facts_missing: (no, counts) =>
    `Change ${no} recorded ${facts(counts.recorded)} and ${counts.found} are there: some were deleted or moved to another change.`,
  facts_edited: (no) => `A fact of change ${no} was edited, or replaced by another.`,
  facts_beyond: (no) =>
    `There are facts of change ${no}, and no such change: it was cut off, or the facts were inserted outside the chain.`,
  erased_otherwise: (no) =>
    `At change ${no} stands what no erasure left there: it was altered behind the back of Licet, or the record of the erasure was.`,
  cut_off: (no) => `The chain was cut off: a signed checkpoint knows change ${no}, which is no longer there.`,
  rehashed: (no) =>
    `The chain was written anew: a signed checkpoint knows change ${no} with another hash. The change that was altered is this one or one before it.`,
  checkpoint_forged: (no) => `The checkpoint of change ${no} has no valid signature of a known audit key.`,
  checkpoint_missing: (no) => `A checkpoint before that of change ${no} is missing: it was deleted.`,
};

/** Returns whether a fault also arises when the database is put back in place of a restored or upgraded one. */
export const mayBePutBack = (fault: ChainFault | null): boolean => fault === 'cut_off' || fault === 'rehashed';

const facts = (count: number) => `${count} ${count === 1 ? 'fact' : 'facts'}`;
