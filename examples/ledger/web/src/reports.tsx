import { Denied } from '@licet/react/denied';
import { useState } from 'react';
import { money, month as monthOf } from './format.ts';
import { useData, useLicet } from './licet.ts';
import { Waiting } from './waiting.tsx';

interface Month {
  readonly month: string;
  readonly invoices: number;
  readonly total: number;
  readonly paid: number;
}

export function Reports() {
  const months = useData<{ items: Month[] }>('/api/reports/months');
  const { save, status } = useExport();
  return (
    <>
      <div className="top">
        <h1>Reports</h1>
        <div className="deeds">
          <Denied permission="reports.export" place="button “Export” in the reports">
            <button type="button" onClick={() => void save()}>
              Export
            </button>
          </Denied>
        </div>
        <p role="status">{status}</p>
      </div>
      <Waiting loaded={months}>
        {({ items }) => (
          <table>
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col" className="right">
                  Invoices
                </th>
                <th scope="col" className="right">
                  Asked for, EUR
                </th>
                <th scope="col" className="right">
                  Came in, EUR
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ month, invoices, total, paid }) => (
                <tr key={month}>
                  <td>{monthOf(month)}</td>
                  <td className="right">{invoices}</td>
                  <td className="right">{money(total)}</td>
                  <td className="right">{money(paid)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Waiting>
    </>
  );
}

/** A link cannot carry the token, so the page fetches the file and then saves it. */
function useExport() {
  const licet = useLicet();
  const [status, setStatus] = useState('');
  const save = async () => {
    const response = await licet.fetch('/api/reports/months.csv').catch(() => undefined);
    setStatus(response?.ok ? 'The months are saved as months.csv.' : 'The export did not come. Try again.');
    if (!response?.ok) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await response.blob());
    link.download = 'months.csv';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return { save, status };
}
