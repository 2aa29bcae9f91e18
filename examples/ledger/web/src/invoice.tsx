import { Can } from '@licet/react';
import { Denied } from '@licet/react/denied';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Invoice } from '../../server/invoices.ts';
import { day, money, shortDay, stateWords } from './format.ts';
import { useData, useDeed } from './licet.ts';
import { Waiting } from './waiting.tsx';

export function InvoicePage() {
  const { number = '' } = useParams();
  const invoice = useData<Invoice>(`/api/invoices/${encodeURIComponent(number)}`);
  return (
    <>
      <title>{`Invoice ${number}, Ledger`}</title>
      <nav className="crumbs" aria-label="Where you are">
        <Link to="/invoices">Invoices</Link> / {number}
      </nav>
      <div className="top">
        <div>
          <h1>Invoice {number}</h1>
          {invoice.state === 'loaded' && <Standing invoice={invoice.data} />}
        </div>
        {invoice.state === 'loaded' && <Deeds invoice={invoice.data} reload={invoice.reload} />}
      </div>
      <Waiting loaded={invoice}>
        {(data) => (
          <div className="columns">
            <Items invoice={data} />
            <Payments invoice={data} />
          </div>
        )}
      </Waiting>
    </>
  );
}

function Standing({ invoice: { customer, due, state } }: { readonly invoice: Invoice }) {
  return (
    <p>
      {customer}, due {day(due)}, <b className={`state ${state}`}>{stateWords[state]}</b>
    </p>
  );
}

/**
 * The buttons for the actions of an invoice. A refused button explains the refusal and lets the user request the
 * permission.
 */
function Deeds({ invoice, reload }: { readonly invoice: Invoice; readonly reload: () => Promise<void> }) {
  const { number, total, paid } = invoice;
  const act = useDeed();
  const [status, setStatus] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async (deed: string, done: string) => {
    if (busy) return;
    setBusy(true);
    const sentence = await act(`/api/invoices/${encodeURIComponent(number)}/${deed}`, { paid });
    setStatus(sentence ?? done);
    await reload();
    setBusy(false);
  };
  return (
    <>
      <div className="deeds">
        <Can permission="invoices.send">
          <button type="button" onClick={() => void run('sendings', 'Sent again.')}>
            Send again
          </button>
        </Can>
        {paid < total && (
          <Can permission="payments.match">
            <button type="button" onClick={() => void run('payments', 'The payment is recorded.')}>
              Record payment
            </button>
          </Can>
        )}
        {paid > 0 && (
          <Denied permission="invoices.refund" place={`button “Refund” on invoice ${number}`}>
            <button type="button" onClick={() => void run('refunds', 'It is on its way back.')}>
              Refund
            </button>
          </Denied>
        )}
      </div>
      <p role="status">{status}</p>
    </>
  );
}

function Payments({ invoice: { payments, paid, total, sent } }: { readonly invoice: Invoice }) {
  return (
    <section>
      <h2>Payments</h2>
      <ul>
        {payments.map(({ at, method, cents }) => (
          <li key={at + cents}>
            <span>
              {shortDay(at)}, {method}
            </span>
            <b>{money(cents)}</b>
          </li>
        ))}
        {payments.length === 0 && <li className="quiet">Nothing has come in yet.</li>}
        {paid > total && (
          <li className="over">
            <span>Too much</span>
            <b>{money(paid - total)}</b>
          </li>
        )}
      </ul>
      <p className="quiet">Sent {sent === 1 ? 'once' : sent === 2 ? 'twice' : `${sent} times`}.</p>
    </section>
  );
}

function Items({ invoice: { lines, total } }: { readonly invoice: Invoice }) {
  const net = Math.round(total / 1.25);
  return (
    <table className="items">
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" className="right">
            Quantity
          </th>
          <th scope="col" className="right">
            Price
          </th>
          <th scope="col" className="right">
            Sum
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ item, quantity, unit, cents }) => (
          <tr key={item}>
            <td>{item}</td>
            <td className="right">{`${quantity} ${unit}`.trim()}</td>
            <td className="right">{money(cents)}</td>
            <td className="right">{money(quantity * cents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <Sum name="Net" cents={net} />
        <Sum name="VAT 25 %" cents={total - net} />
        <Sum name="Total, EUR" cents={total} />
      </tfoot>
    </table>
  );
}

function Sum({ name, cents }: { readonly name: string; readonly cents: number }) {
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {name}
      </th>
      <td className="right">{money(cents)}</td>
    </tr>
  );
}
