import { keepDraft, withDraft } from '../../ui/form-draft.ts';

/** A permission that the user asked about. */
interface Asked {
  readonly application: string;
  readonly permission: string;
}

const name = 'asked';
const none: Asked = { application: '', permission: '' };

/** Stores the permission of the last question in this tab. Another user does not see it. */
export function rememberAsked(asked: Asked): void {
  keepDraft<Asked>(name, { first: none, values: asked });
}

/** Returns the permission of the last question in this tab; undefined if there was no question. */
export function lastAsked(): Asked | undefined {
  const asked = withDraft(name, none);
  return asked.permission === '' ? undefined : asked;
}
