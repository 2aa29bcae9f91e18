import type { AccessRequest } from '@licet/contract';
import type { ReactNode } from 'react';
import { askWords as words } from './words.ts';

/** What somebody asks for, or was given: a role or a permission, by name. */
export type Asked = Pick<AccessRequest['asks'], 'kind' | 'name' | 'title'>;

/** "`invoices.refund`", "role pharmacist". */
export function AskedName({ asks }: { asks: Asked }): ReactNode {
  return asks.kind === 'permission' ? <code>{asks.name}</code> : words.role(asks.name);
}

/** The same in a sentence: "`invoices.refund`", "the role pharmacist". */
export function AskedFor({ asks }: { asks: Asked }): ReactNode {
  return asks.kind === 'permission' ? <code>{asks.name}</code> : words.theRole(asks.name);
}

/** As plain text: "invoices.refund", "the role pharmacist". */
export const askedText = ({ kind, name }: Asked): string => (kind === 'permission' ? name : words.theRole(name));

/** After "asks": "to refund an invoice", where the title says what one does; else "for invoices.refund", "for the role clerk". */
export function asksText(asks: Asked): string {
  const deed = deedOf(asks);
  return deed === undefined ? words.asksFor(askedText(asks)) : words.asksTo(deed, asks.title);
}

/** After a name: "may refund an invoice", "holds the role pharmacist". */
export function mayText(asks: Asked): string {
  const deed = deedOf(asks);
  return deed === undefined ? words.holds(askedText(asks)) : words.mayDo(deed, asks.title);
}

// Titles are people's own words: only those that begin with one of these can follow "asks to" and "may".
const VERBS = new Set(
  (
    'accept add adjust approve archive assign book browse cancel change check close confirm copy correct create delete ' +
    'download draft edit enter export file find fulfil handle import invite issue list manage mark match merge move open ' +
    'order override pay plan post prepare print process publish read receive record refund register reject release remove ' +
    'rename replace reset resolve restore return review run schedule search see send set share sign start stop submit ' +
    'suspend take transfer undo update upload use verify view void withdraw write'
  ).split(' '),
);

function deedOf({ kind, title }: Asked): string | undefined {
  const [first = '', ...rest] = title.trim().replace(/\.$/, '').split(/\s+/);
  if (kind !== 'permission' || rest.length === 0) return undefined;
  const verb = first.toLowerCase();
  return VERBS.has(verb.replace(/,$/, '')) ? [verb, ...rest].join(' ') : undefined;
}
