/** Returns true once the caller wants no further search. */
export type Deadline = () => boolean;

/** Keeps the answer: a deadline that has passed stays passed, even if the callback changes its mind. */
export function latched(deadline: Deadline): Deadline {
  let over = false;
  return () => {
    over ||= deadline();
    return over;
  };
}
