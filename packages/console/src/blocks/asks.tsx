import type { AccessRequest } from '@licet/contract';
import type { ReactNode } from 'react';
import { type StatusKind, StatusTag } from '../ui/status.tsx';
import { stateWords, askWords as words } from './words.ts';

/** The role or permission that a request or a grant is about. */
export type Asked = Pick<AccessRequest['asks'], 'kind' | 'name' | 'title'>;

/** "`invoices.refund`", "role pharmacist". */
export function AskedName({ asks }: { asks: Asked }): ReactNode {
  return asks.kind === 'permission' ? <code>{asks.name}</code> : words.role(asks.name);
}

/** The name within a sentence: "`invoices.refund`", "the role pharmacist". */
export function AskedFor({ asks }: { asks: Asked }): ReactNode {
  return asks.kind === 'permission' ? <code>{asks.name}</code> : words.theRole(asks.name);
}

/** The name as plain text: "invoices.refund", "the role pharmacist". */
export const askedText = ({ kind, name }: Asked): string => (kind === 'permission' ? name : words.theRole(name));

/** The text that follows "asks": "for “Refund an invoice”", "for invoices.refund", "for the role clerk". */
export const asksText = (asks: Asked): string => words.asksFor(titleOrName(asks));

/** The text that follows a user's name: "holds “Refund an invoice”", "holds the role pharmacist". */
export const mayText = (asks: Asked): string => words.holds(titleOrName(asks));

/** The title in quotes, or the name. Titles can be in any language, so they are not built into sentences. */
const titleOrName = (asks: Asked): string => {
  const title = asks.kind === 'permission' ? asks.title.trim() : '';
  return title === '' ? askedText(asks) : words.titled(title);
};

/** The state of a request: icon and word. */
export function RequestState({
  state,
  chip,
}: {
  state: AccessRequest['state'];
  chip?: boolean | undefined;
}): ReactNode {
  return (
    <StatusTag kind={kinds[state]} chip={chip}>
      {stateWords[state]}
    </StatusTag>
  );
}

const kinds: Record<AccessRequest['state'], StatusKind> = {
  pending: 'waiting',
  approved: 'yes',
  denied: 'no',
  withdrawn: 'gone',
  expired: 'over',
};
