import { describe, expect, it } from 'vitest';
import { type Asked, asksText, mayText } from './asks.tsx';

const permission = (title: string): Asked => ({ kind: 'permission', name: 'invoices.refund', title });

describe('the object of a request', () => {
  it('is shown by its title in quotation marks', () => {
    for (const title of ['Refund an invoice', 'Dispatch a parcel', 'Reports', 'Rechnungen erstatten']) {
      expect(asksText(permission(title))).toBe(`for “${title}”`);
      expect(mayText(permission(title))).toBe(`holds “${title}”`);
    }
  });

  it('is named by its name if it has no title', () => {
    for (const title of ['', '   ']) {
      expect(asksText(permission(title))).toBe('for invoices.refund');
      expect(mayText(permission(title))).toBe('holds invoices.refund');
    }
  });

  it('is named by the name of the role if it is a role', () => {
    const role: Asked = { kind: 'role', name: 'approver', title: 'Approve invoices' };
    expect(asksText(role)).toBe('for the role approver');
    expect(mayText(role)).toBe('holds the role approver');
  });
});
