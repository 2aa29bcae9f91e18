import { type ReactElement, type Ref, version } from 'react';

/** The ref that an element was written with: a property since React 19, beside the properties before. */
export const refOf = (element: ReactElement): Ref<HTMLElement> | undefined =>
  (Number.parseInt(version, 10) < 19 ? Reflect.get(element, 'ref') : Reflect.get(Object(element.props), 'ref')) ??
  undefined;

/** Gives a ref its value, whichever kind it is. */
export const setRef = (ref: Ref<HTMLElement> | undefined, value: HTMLElement | null): void => {
  if (typeof ref === 'function') ref(value);
  else if (ref) ref.current = value;
};
