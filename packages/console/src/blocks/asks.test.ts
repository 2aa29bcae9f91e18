import { describe, expect, it } from 'vitest';
import { type Asked, asksText, mayText } from './asks.tsx';

const permission = (title: string): Asked => ({ kind: 'permission', name: 'invoices.refund', title });

describe('what somebody asks for', () => {
  it('is told by its title where that says what one does', () => {
    expect(asksText(permission('Refund an invoice'))).toBe('to refund an invoice');
    expect(mayText(permission('Book, move and cancel'))).toBe('may book, move and cancel');
  });

  it('is told by its name where the title would not make a sentence', () => {
    for (const title of ['', 'Refunds', 'Refund', 'Rechnungen erstatten', 'PDF reports', '   ']) {
      expect(asksText(permission(title))).toBe('for invoices.refund');
      expect(mayText(permission(title))).toBe('holds invoices.refund');
    }
  });

  it('is told by its name when it is a role', () => {
    const role: Asked = { kind: 'role', name: 'approver', title: 'Approve invoices' };
    expect(asksText(role)).toBe('for the role approver');
    expect(mayText(role)).toBe('holds the role approver');
  });
});
