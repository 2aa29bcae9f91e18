import { type AccessRequest, erasedName, erasedUsername } from '@licet/contract';
import { words } from './words.ts';

/** A recorded text, with the placeholder for an erased person in the language of this page. */
export const spoken = (text: string): string => text.replaceAll(erased, () => words.erased);

/** A recorded name, with the suffix of a group or a program in the language of this page. */
export const spokenName = (name: string): string =>
  spoken(name)
    .replace(/ \(group\)$/, () => words.groupBehind)
    .replace(/ \(program of (.+)\)$/, (_, application: string) => words.programBehind(application));

/**
 * A recorded target that joins two names: “auditor to Maya Lindqvist”.
 * @param first the first of them, if known: each may contain the joining word
 */
export function spokenTarget(kind: string, name: string, first?: string): string {
  const [recorded, said] = [joints[kind] ?? '', words.joints[kind] ?? ''];
  const text = spokenName(name);
  const isFirst = first !== undefined && text.startsWith(`${first}${recorded}`);
  const at = recorded === '' ? -1 : isFirst ? first.length : text.lastIndexOf(recorded);
  return at < 0 ? text : `${text.slice(0, at)}${said}${text.slice(at + recorded.length)}`;
}

/** The name of what a grant gives, from the record of its event: “role auditor”. */
export function givenName(record: unknown): string | undefined {
  const gives = typeof record === 'object' && record !== null && 'gives' in record ? String(record.gives) : '';
  return /^(?:role|permission) (.+)$/.exec(gives)?.[1];
}

/** As the server records them. */
const joints: Readonly<Record<string, string>> = { grant: ' to ', member: ' of ', owner: ' of ', exception: ' from ' };

/** A request, with its people and texts in the language of this page. */
export const spokenRequest = <Request extends AccessRequest>(request: Request): Request => {
  const { user, reason, place, decision } = request;
  const asker = user.name === erasedName ? { ...user, name: words.erased, detail: '' } : user;
  const by = decision?.by ? { ...decision.by, name: spoken(decision.by.name) } : null;
  return {
    ...request,
    user: asker,
    reason: spoken(reason),
    place: spoken(place),
    decision: decision && { ...decision, by, note: spoken(decision.note) },
  };
};

/** The granter or requester, recorded by name: the operator has none. */
export const doer = (name: string): string => (name === 'operator' ? words.operatorBeside : spoken(name));

const erased = new RegExp(`${erasedName}(?: \\(${erasedUsername}\\))?`, 'g');
