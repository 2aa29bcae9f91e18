import { useData } from './licet.ts';
import { Waiting } from './waiting.tsx';

export function Customers() {
  const customers = useData<{ items: { name: string; city: string; country: string }[] }>('/api/customers');
  return (
    <>
      <h1>Customers</h1>
      <Waiting loaded={customers}>
        {({ items }) => (
          <table className="rows">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">City</th>
                <th scope="col">Country</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ name, city, country }) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td>{city}</td>
                  <td>{country}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Waiting>
    </>
  );
}
