/** Returns true once the caller wants no further search. */
export type Deadline = () => boolean;

/** Returns a deadline that stays passed once it has passed, even if the callback later returns false again. */
export function latched(deadline: Deadline): Deadline {
  let over = false;
  return () => {
    over ||= deadline();
    return over;
  };
}
