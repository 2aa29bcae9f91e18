/** A field as both have it, in words. */
export interface BothSides {
  id: string;
  label: string;
  theirs: string;
  mine: string;
}

/** Only the fields that differ; an empty one says so. */
export function conflicting(fields: readonly BothSides[]): BothSides[] {
  return fields
    .filter(({ theirs, mine }) => theirs !== mine)
    .map((field) => ({ ...field, theirs: field.theirs || 'Nothing', mine: field.mine || 'Nothing' }));
}
