import type { Query } from './database.ts';

/** The state of an invoice. In the state `paid_twice`, the payments exceed the total. */
export type InvoiceState = 'open' | 'overdue' | 'part_paid' | 'paid' | 'paid_twice';

export interface InvoiceRow {
  readonly number: string;
  readonly customer: string;
  /** Days, such as 2026-11-21. */
  readonly issued: string;
  readonly due: string;
  /** Cents of a euro, including VAT. */
  readonly total: number;
  readonly paid: number;
  readonly state: InvoiceState;
}

export interface Invoice extends InvoiceRow {
  readonly sent: number;
  readonly lines: readonly {
    readonly item: string;
    readonly quantity: number;
    readonly unit: string;
    readonly cents: number;
  }[];
  readonly payments: readonly { readonly at: string; readonly method: string; readonly cents: number }[];
}

export async function listInvoices(query: Query): Promise<InvoiceRow[]> {
  return (await query<Read>(`${read} order by number desc`)).map(rowOf);
}

export async function findInvoice(query: Query, number: string): Promise<Invoice | undefined> {
  const [found] = await query<Read & { sent: number }>(`${read} where number = $1`, [number]);
  if (!found) return undefined;
  const lines = await query<{ item: string; quantity: string; unit: string; cents: string }>(
    'select item, quantity, unit, cents from lines where invoice = $1 order by position',
    [number],
  );
  const payments = await query<{ at: Date; method: string; cents: string }>(
    'select at, method, cents from payments where invoice = $1 order by at, id',
    [number],
  );
  return {
    ...rowOf(found),
    sent: found.sent,
    lines: lines.map(({ item, quantity, unit, cents }) => ({
      item,
      quantity: Number(quantity),
      unit,
      cents: Number(cents),
    })),
    payments: payments.map(({ at, method, cents }) => ({ at: at.toISOString(), method, cents: Number(cents) })),
  };
}

/**
 * Refunds the overpaid amount, or the whole paid amount if the invoice is not overpaid. Returns false if nothing was
 * paid.
 *
 * Also returns false if `paid` is no longer the paid amount. So if two users press the button at the same moment, only
 * one refund is made.
 */
export async function refund(query: Query, number: string, paid: number, user: string): Promise<boolean> {
  await oneAtATime(query, number);
  const rows = await query(
    `insert into payments (invoice, method, cents, by_user)
     select number, 'Refund', -(case when paid > total then paid - total else paid end), $3
     from totals where number = $1 and paid = $2 and paid > 0 returning id`,
    [number, paid, user],
  );
  return rows.length > 0;
}

/** Records that the remaining amount was paid. Returns false if nothing is open. */
export async function recordPayment(query: Query, number: string, user: string): Promise<boolean> {
  await oneAtATime(query, number);
  const rows = await query(
    `insert into payments (invoice, method, cents, by_user)
     select number, 'SEPA', total - paid, $2 from totals where number = $1 and paid < total returning id`,
    [number, user],
  );
  return rows.length > 0;
}

export async function sendAgain(query: Query, number: string): Promise<boolean> {
  return (await query('update invoices set sent = sent + 1 where number = $1 returning number', [number])).length > 0;
}

export async function listCustomers(query: Query) {
  const rows = await query<{ name: string; city: string; country: string }>(
    'select name, city, country from customers',
  );
  return rows.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Returns totals and payments per month, newest first. */
export async function months(
  query: Query,
): Promise<{ month: string; invoices: number; total: number; paid: number }[]> {
  const rows = await query<{ month: string; invoices: string; total: string; paid: string }>(
    `select to_char(issued, 'YYYY-MM') as month, count(*) as invoices, sum(total) as total, sum(paid) as paid
     from invoices join totals using (number) group by 1 order by 1 desc`,
  );
  return rows.map(({ month, invoices, total, paid }) => ({
    month,
    invoices: Number(invoices),
    total: Number(total),
    paid: Number(paid),
  }));
}

/** Locks the invoice until the transaction ends. */
async function oneAtATime(query: Query, number: string): Promise<void> {
  await query('select pg_advisory_xact_lock(hashtext($1))', [number]);
}

interface Read {
  number: string;
  customer: string;
  issued: string;
  due: string;
  total: string;
  paid: string;
  overdue: boolean;
}

const read = `
  select number, c.name as customer, issued::text, due::text, total, paid, due < current_date as overdue, sent
  from invoices join totals using (number) left join customers c on c.id = customer`;

function rowOf({ overdue, ...row }: Read): InvoiceRow {
  const total = Number(row.total);
  const paid = Number(row.paid);
  const { number, customer, issued, due } = row;
  return { number, customer, issued, due, total, paid, state: stateOf(total, paid, overdue) };
}

function stateOf(total: number, paid: number, overdue: boolean): InvoiceState {
  if (paid > total) return 'paid_twice';
  if (paid === total) return 'paid';
  if (overdue) return 'overdue';
  return paid > 0 ? 'part_paid' : 'open';
}
