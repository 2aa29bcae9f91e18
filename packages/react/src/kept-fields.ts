'use client';

// Stores the typed content of a form in this tab while its user is away at the sign-in. Passwords, codes, cards,
// files and hidden fields are not stored.

import { FIELDS } from './typed.ts';

/** A field that a user can fill in. */
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Kept {
  readonly place: string;
  readonly form: string;
  /** The issuer, application and user, from `ownerOf`. */
  readonly owner: string;
  /** In ms since the epoch. */
  readonly at: number;
  /** For each field: its name, its index among fields of that name, and its content. */
  readonly fields: readonly (readonly [name: string, index: number, value: string | boolean | readonly string[]])[];
}

/** Stores the content of a form until the user returns. If storage is blocked, the content is lost. */
export const keepFields = (form: HTMLFormElement, owner: string): void => {
  const kept: Kept = {
    place: placeOf(),
    form: nameOf(form),
    owner,
    at: Date.now(),
    fields: fieldsOf(form).map(([field, index]) => [field.name, index, enteredIn(field)]),
  };
  try {
    sessionStorage.setItem(FIELDS, JSON.stringify(kept));
  } catch {
    forgetFields();
  }
};

/** Restores, once, the text that the same user has typed into the same form at the same URL. */
export const restoreFields = (form: HTMLFormElement, owner: string | undefined): void => {
  const kept = readKept();
  if (!kept || kept.form !== nameOf(form) || kept.place !== placeOf()) return;
  forgetFields();
  if (kept.owner !== owner || Date.now() - kept.at > LONGEST) return;
  const found = fieldsOf(form);
  for (const [name, index, value] of kept.fields) {
    const field = found.find(([each, at]) => each.name === name && at === index)?.[0];
    if (field) fill(field, value);
  }
};

const forgetFields = (): void => {
  try {
    sessionStorage.removeItem(FIELDS);
  } catch {
    // Storage is blocked, so there is nothing to delete.
  }
};

const readKept = (): Kept | undefined => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(FIELDS) ?? 'null');
    return typeof kept === 'object' && kept !== null && 'fields' in kept ? (kept as Kept) : undefined;
  } catch {
    return undefined;
  }
};

/** Returns the fields to store, each with its index among fields of the same name. */
const fieldsOf = (form: HTMLFormElement): (readonly [Field, number])[] => {
  const counts = new Map<string, number>();
  return [...form.elements].flatMap((element) => {
    if (!isKept(element)) return [];
    const index = counts.get(element.name) ?? 0;
    counts.set(element.name, index + 1);
    return [[element, index] as const];
  });
};

const isKept = (element: Element): element is Field =>
  (element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement) &&
  element.name !== '' &&
  !/^(password|file|hidden|submit|button|reset|image)$/.test(element.type) &&
  !/password|one-time-code|\bcc-/.test(element.getAttribute('autocomplete') ?? '');

const enteredIn = (field: Field): string | boolean | readonly string[] => {
  if (isTicked(field)) return field.checked;
  return field instanceof HTMLSelectElement && field.multiple
    ? [...field.selectedOptions].map(({ value }) => value)
    : field.value;
};

/** Sets the value as if the user had typed it, so that React and other listeners are notified. */
const fill = (field: Field, value: string | boolean | readonly string[]): void => {
  if (isTicked(field)) {
    if (field.checked !== value) field.click();
    return;
  }
  if (field instanceof HTMLSelectElement && field.multiple) {
    for (const option of field.options) option.selected = [value].flat().includes(option.value);
  } else {
    // Call the setter of the prototype, because React's own setter on the element would hide the change from React.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
    set?.call(field, String(value));
  }
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
};

const isTicked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);

const nameOf = (form: HTMLFormElement) => form.getAttribute('name') ?? form.id;
const placeOf = () => location.pathname + location.search;

// The maximum duration of the sign-in, in ms. After a longer absence, the content is not restored.
const LONGEST = 1_800_000;
