/** A field as both have it, and as it was before, in words. */
export interface BothSides {
  id: string;
  label: string;
  before: string;
  theirs: string;
  mine: string;
}

/** Only the fields that both changed, differently; an empty one says so. */
export function conflicting(
  fields: readonly BothSides[],
): { id: string; label: string; theirs: string; mine: string }[] {
  return fields
    .filter(({ before, theirs, mine }) => theirs !== mine && before !== mine)
    .map(({ id, label, theirs, mine }) => ({ id, label, theirs: theirs || 'Nothing', mine: mine || 'Nothing' }));
}

/** Only what differs from what was read, so that saving leaves the fields of others alone. */
export function changesOf<T extends object>(body: T, before: { readonly [K in keyof T]?: unknown }): Partial<T> {
  const changed = Object.entries(body).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
  );
  return Object.fromEntries(changed) as Partial<T>;
}
