import { keepDraft, withDraft } from '../../ui/form-draft.ts';

/** A permission that the user asked about. */
interface Asked {
  readonly application: string;
  readonly permission: string;
}

const name = 'asked';
const none: Asked = { application: '', permission: '' };

/** Remembers the permission that was asked about last in this tab. Another user does not see it. */
export function rememberAsked(asked: Asked): void {
  keepDraft<Asked>(name, { first: none, values: asked });
}

/** Returns the permission that was asked about last; undefined if there was no question. */
export function lastAsked(): Asked | undefined {
  const asked = withDraft(name, none);
  return asked.permission === '' ? undefined : asked;
}
