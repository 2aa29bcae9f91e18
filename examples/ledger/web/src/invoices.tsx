import { Link } from 'react-router';
import type { InvoiceRow } from '../../server/invoices.ts';
import { day, money, stateWords } from './format.ts';
import { useData } from './licet.ts';
import { Waiting } from './waiting.tsx';

export function Invoices() {
  const invoices = useData<{ items: InvoiceRow[] }>('/api/invoices');
  return (
    <>
      <h1>Invoices</h1>
      <Waiting loaded={invoices}>
        {({ items }) => (
          <table className="rows">
            <thead>
              <tr>
                <th scope="col">Number</th>
                <th scope="col">Customer</th>
                <th scope="col" className="wide">
                  Due
                </th>
                <th scope="col">State</th>
                <th scope="col" className="right">
                  EUR
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ number, customer, due, state, total }) => (
                <tr key={number}>
                  <td className="number">
                    <Link to={`/invoices/${number}`}>{number}</Link>
                  </td>
                  <td>{customer}</td>
                  <td className="wide">{day(due)}</td>
                  <td className={`state ${state}`}>{stateWords[state]}</td>
                  <td className="right">{money(total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Waiting>
    </>
  );
}
